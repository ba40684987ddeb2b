import { type EchoRow, text } from './echo-row.ts';

/** At createBusiness. */
export const BUSINESS_ECHOES: readonly EchoRow[] = [
  ['business-name-upper', 'business.name-comes-back', 'The name is in capitals', text((value) => value.toUpperCase()), 'name', true],
  ['business-name-slug', 'business.name-comes-back', 'The name is made a slug', text((value) => value.replaceAll('-', '_')), 'name'],
  [
    'business-name-is-external-id',
    'business.name-comes-back',
    'Name and external id are mixed up',
    (_value, record) => record.external_id,
    'name',
  ],
  ['business-metadata-empty', 'business.metadata-comes-back', 'The metadata is lost', () => ({}), 'metadata', true],
  [
    'business-metadata-extra',
    'business.metadata-comes-back',
    'The service adds its own member',
    (value) => ({ ...(value as object), source: 'api' }),
    'metadata',
  ],
  [
    'business-external-id-prefixed',
    'business.external-id-comes-back',
    'The external id gets a prefix',
    (value) => `ext:${value}`,
    'external_id',
    true,
  ],
  [
    'business-external-id-is-id',
    'business.external-id-comes-back',
    'The external id is the id',
    (_value, record) => record.id,
    'external_id',
  ],
  [
    'business-website-host-only',
    'business.website-comes-back',
    'Only the host is kept',
    text((value) => new URL(value).origin),
    'website',
    true,
  ],
  [
    'business-website-no-query',
    'business.website-comes-back',
    'Query and fragment are lost',
    text((value) => value.replace(/[?#].*$/, '')),
    'website',
  ],
  [
    'business-website-lower',
    'business.website-comes-back',
    'The path is put in small letters',
    text((value) => value.toLowerCase()),
    'website',
  ],
];

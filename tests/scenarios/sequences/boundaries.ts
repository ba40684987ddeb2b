import type { Step } from '../../../src/generation/sequences.ts';

/** Sequences that are tried first. A replay token counts through this list, so its order stays. */
export const BOUNDARIES: readonly { readonly label: string; readonly input: Step[] }[] = [
  {
    label: 'two customers in turn',
    input: [
      { do: 'update customer', which: 0, members: { full_name: 'First Customer', metadata: { mark: 'first' } } },
      { do: 'update customer', which: 1, members: { full_name: 'Second Customer', metadata: { mark: 'second' } } },
      { do: 'update customer', which: 0, members: { full_name: 'First Renamed' } },
      { do: 'update customer', which: 1, members: { metadata: { mark: 'changed' } } },
      { do: 'update customer', which: 0, members: { metadata: { mark: 'changed too' } } },
    ],
  },
  {
    label: 'a copy, a copy of it, and a copy of that',
    input: [
      ...[0, 1, 2].map((which): Step => ({ do: 'copy template', which })),
      ...[0, 1, 2, 3].map((which): Step => ({ do: 'read variables', which })),
    ],
  },
  {
    label: 'two copies of a template that nobody has copied before',
    input: [
      { do: 'copy project template' },
      ...[0, 0, 1].map((which): Step => ({ do: 'copy template', which })),
      ...[0, 1, 2, 3].map((which): Step => ({ do: 'read variables', which })),
    ],
  },
  {
    label: 'events read out of order',
    input: [
      ...[1, 2, 3].map((number): Step => ({ do: 'track', data: { number } })),
      ...[2, 0, 1, 0].map((which): Step => ({ do: 'read event', which })),
    ],
  },
  {
    label: 'every record twice, with a creation in between',
    input: [
      ...[0, 1, 2, 3, 4, 5].map((which): Step => ({ do: 'read record', which })),
      { do: 'list addresses' },
      { do: 'create business', members: { metadata: { mark: 1 } } },
      { do: 'create campaign', members: { metadata: { mark: 2 } } },
      { do: 'embed', seconds: 600 },
      ...[0, 1, 2, 3, 4, 5].map((which): Step => ({ do: 'read record', which })),
      { do: 'list addresses' },
    ],
  },
];

import { CRASH, insteadOf, onAnswer, onJson, onRecords } from '../../../mutation/answers.ts';
import { presenting } from '../../../mutation/faults/authentication.ts';
import { HANG } from '../../../mutation/faults/hostile-requests.ts';
import type { Interposition } from '../../../mutation/interposition.ts';
import { openTestService } from '../../../mutation/test-service.ts';
import { ENDPOINT_NAMES, endpoint } from '../../../src/specification/endpoints.ts';
import type { OpenTarget } from '../open-target.ts';
import { openMockServer } from './mock-server.ts';

export interface Target {
  readonly name: string;
  /** The exit code of a run against it. */
  readonly code: 0 | 1 | 2;
  /** It lets the suite wait in vain: a run may take one time-out longer. */
  readonly hangs?: true;
  open(): Promise<OpenTarget>;
}

type More = Pick<Target, 'hangs'> & { readonly code?: Target['code'] };

/** The reference service with something in front of it. */
function fronted(name: string, interpose: () => Interposition, { code = 1, ...more }: More = {}): Target {
  return { name, code, ...more, open: () => openTestService({ interpose }) };
}

/** What the others are compared with: as far away as they are, and sound. */
export const GREEN: Target = fronted('sound', () => (request, forward) => forward(request), { code: 0 });

const JSON_ENDPOINTS = ENDPOINT_NAMES.filter((name) => endpoint(name).response !== null);

/** Asks again what was refused, with credentials that were accepted before. */
function anyPassword(): Interposition {
  let good: string | undefined;
  return async (request, forward) => {
    const answer = await forward(request);
    if (answer.status !== 401) good = request.headers.authorization;
    return answer.status !== 401 || good === undefined || request.headers.authorization === undefined
      ? answer
      : forward(presenting(request, good));
  };
}

export const RED_TARGETS: readonly Target[] = [
  fronted(
    'one null: a campaign’s name',
    onRecords(['createCampaign'], (record) => ({ ...record, name: null })),
  ),
  fronted(
    'one read hangs: a segment',
    insteadOf(['getSegment'], () => HANG),
    { hangs: true },
  ),
  fronted(
    'one creation hangs: a campaign',
    insteadOf(['createCampaign'], () => HANG),
    { hangs: true },
  ),
  fronted('any password is accepted', anyPassword),
  fronted(
    'every answer out of shape',
    onJson(JSON_ENDPOINTS, (data) => ({ data })),
  ),
  fronted(
    'every answer empty',
    onAnswer(ENDPOINT_NAMES, (answer) => ({ ...answer, body: Buffer.alloc(0) })),
  ),
  fronted(
    'every answer in UTF-16',
    onAnswer(ENDPOINT_NAMES, (answer) => ({ ...answer, body: Buffer.from(Buffer.from(answer.body).toString(), 'utf16le') })),
  ),
  fronted(
    'everything is 500',
    insteadOf(ENDPOINT_NAMES, () => CRASH),
    { code: 2 },
  ),
  { name: 'a mock server of the OpenAPI document', code: 1, open: openMockServer },
];

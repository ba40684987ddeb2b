import { timeFindings, type WrittenTime } from '../../../src/checks/clock.ts';
import { CREATION_TIMES, creationTime, type DatingEndpoint } from '../../../src/checks/creation-times.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { recordOf } from '../records.ts';
import { untilTelling } from './until-telling.ts';

/** The creation time of a record is that of the request: by the target's own clock, or at least one as far from another as they were made. */
export function isCreatedWhenAsked(name: DatingEndpoint) {
  return scenario(covers(name, CREATION_TIMES[name]), async ({ implementation, check }) => {
    const first = timeOf(await implementation.example(name));
    // Without a clock only the distance shows anything. Other records of the run are compared as they come.
    if (timeFindings([first]) === null) await untilTelling(first);
    const second = timeOf(await implementation.freshExample(name));
    const findings = timeFindings([first, second]);
    if (findings === null) throw new NotAssessed('The answers hold no `Date`, and their times are too coarse to be compared');
    check({ [CREATION_TIMES[name]]: findings }, first.shown, second.shown);
  });
}

function timeOf(exchange: Exchange): WrittenTime {
  const time = creationTime(exchange, recordOf(exchange));
  if (time === null) throw new NotAssessed('The answer does not hold `created_at`');
  return time;
}

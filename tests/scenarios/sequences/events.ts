import { show } from '../../../src/checks/finding.ts';
import { differences } from '../../../src/checks/json-equality.ts';
import { withInstants } from '../../../src/checks/stability.ts';
import { endOf, firstRead, readEvent, track } from '../../../src/client/tracked-event.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import type { Journal, Known } from './journal.ts';
import type { StepHandlers } from './steps.ts';

/** An event holds what was tracked, and its own fields never change. */
export function events(journal: Journal): StepHandlers<'track' | 'read event'> {
  const { implementation } = journal;
  const known: { readonly id: string; readonly event: Known }[] = [];

  return {
    track: async ({ data }) => {
      journal.begin(`track ${show(data)}`);
      const tracked = await track(implementation, data);
      journal.exchanges.push(tracked.exchange);
      if (!isSuccess(tracked.exchange)) return;
      const deadline = endOf(tracked.exchange) + implementation.settings.tracking.findTimeoutMs;
      const { id, reads } = await firstRead(implementation, tracked, deadline);
      const last = reads.at(-1);
      if (!last?.event || id === null) return;
      journal.exchanges.push(last.exchange);
      journal.isNew('trackEvent', last.event);
      journal.judge('event.extra-is-tracked-data', 'trackEvent', differences(tracked.body.data, last.event.extra, '/extra'));
      known.push({ id, event: last.event });
    },
    'read event': async ({ which }) => {
      const chosen = known[which % known.length];
      if (!chosen) return;
      journal.begin(`read event ${known.indexOf(chosen) + 1} of those tracked`);
      const { exchange, event } = await readEvent(implementation, chosen.id, 0);
      journal.exchanges.push(exchange);
      if (event) journal.judge('event.own-fields-never-change', 'getEvent', differences(ownFields(chosen.event), ownFields(event)));
    },
  };
}

function ownFields({ id, name, extra, created_at }: Known): Known {
  return withInstants('event', { id, name, extra, created_at });
}

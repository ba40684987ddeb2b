import type { ConformanceResult, Finding, Sequence } from '../result/result.ts';
import { IN_TURN } from '../result/sequence/tracked.ts';
import { numberOf } from '../specification/endpoints.ts';
import { brokenAtOptions } from './words.ts';

type Sent = Pick<Finding, 'curl' | 'sequence' | 'at' | 'endpoint'>;

/** The commands of a finding, for a POSIX shell; undefined for none. The advice is what people have to know before they trust them; null for none. */
export function sendAgain(finding: Sent): { readonly advice: string | null; readonly commands: string } | undefined {
  const { curl, sequence, at, endpoint } = finding;
  if (curl === undefined) return undefined;
  // What an update did before the service was mended still stands in the customer that it answers.
  const isLasting = at !== undefined && endpoint === numberOf('batchUpdateCustomers');
  const advice = [...(sequence === undefined ? [] : adviceFor(sequence)), ...(isLasting ? [LASTING] : [])];
  return { advice: advice.length === 0 ? null : advice.join(' '), commands: sequence?.commands.join('\n') ?? curl };
}

/** What is longer is no line to paste, and stands in a file. */
const LONGEST_PASTE = { characters: 1200, lines: 6 };

/** Where the commands of a finding stand in the folder of the report; null where they can be pasted. */
export function scriptOf(finding: Finding): string | null {
  const commands = brokenAtOptions(sendAgain(finding)?.commands ?? '');
  const isLong = commands.length > LONGEST_PASTE.characters || commands.split('\n').length > LONGEST_PASTE.lines;
  return isLong ? `curl/${finding.id}.sh` : null;
}

const LASTING = 'What an update did stays, and another one just before it may matter: replay the test to see that it is mended.';

function adviceFor({ byHand, atOnce, commands }: Sequence): string[] {
  if (atOnce) return ['Send these requests at once: any of their answers may show it, and not every time.'];
  if (commands.some((line) => line.includes(IN_TURN)))
    return ['Run all of it: it sends these requests one after the other, as quickly as they are answered, and then looks each one up.'];
  if (commands.at(-1)?.includes('uniq -c')) return ['Run the whole loop: it shows how often each id was given.'];
  if (commands[0]?.startsWith('for ')) return ['Run the whole loop: only some of its turns show it.'];
  if (commands.some((line) => line.endsWith('> /dev/null; done')))
    return ['Run all of it: it makes the record and as many others as the run did, which stay, then waits and reads the first one again.'];
  if (byHand === undefined) return ['Send all these requests, in order: the last alone may not show it.'];
  const { from, id, marker } = byHand;
  const one = 'Send these requests one by one: the last alone may not show it.';
  if (from === 'answer') return [one, `Put the id that the answer before gives in place of ${id}.`];
  const fresh = marker === undefined ? '' : `Put another marker in place of ${marker}. `;
  return [one, `${fresh}Look the tracked event up, and put its id in place of ${id}.`];
}

const CREDENTIALS = ['CES_USERNAME', 'CES_PASSWORD'];
const NO_FILES = ['environment', 'command line', 'default'];

/** How `curl` gets credentials that stand in a file, which it does not read; null where they are in the environment, or no command takes them. */
export function credentialsForCurl(result: Pick<ConformanceResult, 'findings' | 'settings' | 'target'>): string | null {
  const { findings = [], settings, target } = result;
  const own = settings.find(({ name, source }) => CREDENTIALS.includes(name) && !NO_FILES.includes(source));
  if (own === undefined || target.embedded || !findings.some(({ curl = '' }) => curl.includes('$CES_'))) return null;
  const path = own.source.includes('/') ? own.source : `./${own.source}`;
  const word = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return `curl does not read ${own.source}. This puts it into the environment: set -a; . ${word}; set +a`;
}

import { copyFindings, subjectVariables } from '../src/checks/copies.ts';
import { show } from '../src/checks/finding.ts';
import { distinctIdFindings } from '../src/checks/identity.ts';
import { differencesAsSets } from '../src/checks/json-equality.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { pollUntil } from '../src/client/polling.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isClientError, isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { answersAsDocumented, isSafeToRead } from './scenarios/answers.ts';
import { recordOf } from './scenarios/records.ts';

const SOURCE_VARIABLE: Readonly<Record<number, string>> = { 4: 'CES_PROJECT_EMAIL_TEMPLATE_ID', 6: 'CES_EMAIL_TEMPLATE_ID' };
/** A copy that is made in the background may be late to be read. */
const LATE_MS = 3000;

answersAsDocumented(16);
isSafeToRead(16);

for (const number of [4, 6]) {
  answersAsDocumented(number);

  const identity = {
    endpoint: number,
    requirements: ['record.ids-are-distinct', 'email-template.copy-is-new', 'email-template.copies-agree'],
    observes: ['templates.copy-name'],
  };
  conformance('two copies are two records of one content', identity, async ({ implementation, check, observe }) => {
    const { call, exchange } = await implementation.acceptedCall(number);
    const another = await implementation.freshExample(number);
    const [one, other] = [recordOf(exchange), recordOf(another)];
    const isSource = [one, other].filter(({ id }) => id === call.id);
    // A project template is of another kind: where each kind is counted by itself, one copy may come by its number.
    const byChance = number === 4 && isSource.length === 1;
    check(
      'email-template.copy-is-new',
      (byChance ? [] : isSource).map(() => ({
        pointer: '/id',
        expected: `an id other than the source's, ${show(call.id)}`,
        actual: show(call.id),
      })),
      exchange,
      another,
    );
    check('record.ids-are-distinct', distinctIdFindings([one, other]), exchange, another);
    check('email-template.copies-agree', copyFindings(one, other), exchange, another);
    if (one.name !== undefined) observe('templates.copy-name', one.name);
  });

  conformance(
    'a copy can be read and has the variables of its source',
    { endpoint: number, requirements: ['email-template.copy-is-kept', 'email-template.copy-keeps-variables'] },
    async ({ implementation, check }) => {
      const { call, exchange } = await implementation.acceptedCall(number);
      const id = copyId(exchange, number);
      const read = await variablesOf(implementation, id);
      check(
        'email-template.copy-is-kept',
        isSuccess(read) ? [] : [{ expected: `the variables of the copy ${show(id)}`, actual: outcome(read) }],
        exchange,
        read,
      );
      // A project template's own variables cannot be read (endpoint 16 reads e-mail templates), so a second copy stands for it.
      const twin = number === 6 ? (call.id ?? '') : copyId(await implementation.freshExample(4), 4);
      const source = await variablesOf(implementation, twin);
      const copyOfCopy = await implementation.client.send(6, { id, body: {} });
      const second = isSuccess(copyOfCopy) ? [await variablesOf(implementation, copyId(copyOfCopy, 6))] : [];
      const expected = variables(source);
      const findings = [read, ...second].flatMap((answer) => differencesAsSets(expected, variables(answer), '/variables'));
      check('email-template.copy-keeps-variables', findings, source, read, ...second);
    },
  );
}

conformance(
  'what the subject names is listed',
  { endpoint: 16, requirements: ['email-template.subject-variables-are-listed'] },
  async ({ implementation, check }) => {
    const copy = await implementation.freshExample(6);
    const { subject } = recordOf(copy);
    const named = typeof subject === 'string' ? subjectVariables(subject) : [];
    if (named.length === 0) throw new NotAssessed('The subject of the template names no variable', ['CES_EMAIL_TEMPLATE_ID']);
    const read = await variablesOf(implementation, copyId(copy, 6));
    const listed = variables(read);
    const missing = named.filter((name) => !listed.includes(name));
    check(
      'email-template.subject-variables-are-listed',
      missing.map((name) => ({
        pointer: '/variables',
        expected: `${show(name)} among them, since the subject is ${show(subject)}`,
        actual: show(listed),
      })),
      copy,
      read,
    );
  },
);

function copyId(exchange: Exchange, number: number): string {
  const { id } = recordOf(exchange);
  if (typeof id !== 'string') throw new NotAssessed('The copy has no id', [SOURCE_VARIABLE[number] ?? '']);
  return id;
}

async function variablesOf(implementation: Implementation, id: string): Promise<Exchange> {
  let last = await implementation.client.send(16, { id });
  await pollUntil(Date.now() + LATE_MS, async () => {
    if (!isClientError(last)) return last;
    last = await implementation.client.send(16, { id });
    return null;
  });
  return last;
}

function variables(exchange: Exchange): string[] {
  const { variables: list } = recordOf(exchange);
  if (!Array.isArray(list)) throw new NotAssessed('The answer holds no list `variables`');
  return list.map(String);
}

import { RIGHT_ALONE } from '../src/checks/run-history.ts';
import {
  areOtherTexts,
  copyDeviations,
  namesInTexts,
  subjectNames,
  variableDeviations,
  variablesOfOther,
} from '../src/checks/templates.ts';
import type { JsonObject } from '../src/specification/json.ts';
import { type Deviation, differencesAsSets, distinctRecordDeviations, foundIn, type StatementId, show } from './judging.ts';
import { type Call, type Exchange, type Implementation, isSuccess, outcome } from './library.ts';
import { isThereAtEveryAge } from './scenarios/ages.ts';
import { firstReadsAgree } from './scenarios/answers.ts';
import { takesNothingOver } from './scenarios/members-taken-over.ts';
import { secondOf } from './scenarios/other-records.ts';
import { copyId, readAlone, readVariables, variablesIn } from './scenarios/template-variables.ts';
import { isCreatedWhenAsked } from './scenarios/times.ts';
import { anotherBusiness } from './scenarios/two-businesses.ts';
import { usualOf } from './scenarios/usual.ts';
import { answeredRecords, ifAssessed, ifPossible, NotAssessed, recordOf, scenario, test } from './suite.ts';

const VARIABLES_KEPT: StatementId = 'email-template.copy-keeps-variables';

for (const name of ['listEmailTemplateVariables', 'copyProjectEmailTemplate', 'copyEmailTemplate'] as const)
  for (const [claim, covered] of usualOf(name)) test(`${name}: ${claim}`, covered);
// A copy of the project's template is a second template, with a subject of its own.
test(
  'the variables that the subject of a second template names are listed',
  scenario('listEmailTemplateVariables', 'email-template.subject-variables-are-listed', { optional: true }, async (context) => {
    const { implementation, check } = context;
    const { settings } = implementation;
    // Another check asks about the first template, so nothing stays open for want of a second.
    if (settings.fixtures.projectEmailTemplateId === null || settings.run.readOnly) throw new NotAssessed('There is no second template');
    const source = 'copyProjectEmailTemplate';
    const second = await ifPossible(secondOf(implementation, source));
    const copies = [await implementation.example(source), ...(second ? [second[1].exchange] : [])];
    const naming = copies.filter((copy) => namesInTexts(recordOf(copy)).length > 0);
    if (naming.length === 0) throw new NotAssessed('The texts of the project template name no variable');
    // A service may remember variables by something that two templates share, their name for instance.
    const reads: { readonly copy: Exchange; readonly read: Exchange }[] = [];
    for (const copy of naming) {
      const { exchange: read } = await readVariables(implementation, copyId(copy, source));
      const own = variableDeviations(recordOf(copy), variablesIn(read));
      const mixed = reads.flatMap((other) =>
        variablesOfOther(recordOf(copy), variablesIn(read), recordOf(other.copy), variablesIn(other.read)),
      );
      const before = own.length === 0 && mixed.length > 0 ? reads.flatMap((one) => [one.copy, one.read]) : [];
      const deviations = foundIn(read, own.length > 0 ? own : mixed);
      check({ 'email-template.subject-variables-are-listed': deviations }, ...before, copy, read);
      reads.push({ copy, read });
    }
  }),
);

test(
  'listEmailTemplateVariables: the variables of a new copy are the same at every read',
  firstReadsAgree('listEmailTemplateVariables', async (implementation) => ({
    id: copyId(await implementation.freshExample('copyEmailTemplate'), 'copyEmailTemplate'),
  })),
);

const EDITED = 'Two copies agree, and differ from one of earlier in their texts alone: somebody may have edited the template in between';

const EDITED_SOURCE = 'The variables of the template changed while its copy was looked at: somebody may have edited it';

/** Where copies of a copy are made by the endpoint itself. */
const COPIES_AGREE = { copyProjectEmailTemplate: [], copyEmailTemplate: ['email-template.copies-agree'] } as const;

/** Every second or third copy may be wrong as well, so there are so many. */
const ALONE = 3;

/** Whether copies that are made one by one, with nothing beside them, are as the first. */
async function areRightAlone({ client }: Implementation, { name, call, first }: CopyMade): Promise<boolean> {
  const copies: Exchange[] = [];
  while (copies.length < ALONE) copies.push(await client.send(name, { ...call, alone: true }));
  return copies.every((copy) => isSuccess(copy) && copyDeviations(recordOf(first), recordOf(copy)).length === 0);
}

interface CopyMade {
  readonly name: 'copyProjectEmailTemplate' | 'copyEmailTemplate';
  readonly call: Call;
  readonly first: Exchange;
}

for (const name of ['copyProjectEmailTemplate', 'copyEmailTemplate'] as const) {
  test(
    `${name}: two copies are two new records of the same content`,
    scenario(
      name,
      ['record.ids-are-distinct', 'email-template.copy-is-new', 'email-template.copies-agree', 'templates.copy-name'],
      async ({ implementation, check, notAssessed, observe }) => {
        // One after the other: every second copy may be wrong, or all but the first.
        const first = await implementation.example(name);
        const { call, exchange } = await implementation.acceptedCall(name);
        // The last two at once: one may be answered with the other, which the ledger sees.
        const [early, late] = await Promise.all([implementation.freshExample(name), implementation.freshExample(name)]);
        const one = recordOf(exchange);
        const [another, companion] = copyDeviations(recordOf(first), recordOf(late)).length > 0 ? [late, early] : [early, late];
        const other = recordOf(another);
        const [sinceFirst, apart] = [recordOf(first), one].map((earlier) => copyDeviations(earlier, other));
        const differing = apart?.length ? apart : (sinceFirst ?? []);
        // Where somebody has edited the template a moment ago, the other copies since have the new text too.
        const isSame = (copy: Exchange) => copyDeviations(other, recordOf(copy)).length === 0;
        const isStill = async () => isSame(companion) && isSame(await implementation.freshExample(name));
        const isEdited = areOtherTexts(differing) && (differing === sinceFirst || (await isStill()));
        const isOfBoth = differing.length > 0 && !isEdited && (await areRightAlone(implementation, { name, call, first }));
        const ofBoth = { exchanges: [first, companion, another], contrast: `${RIGHT_ALONE}two copies at once: wrong` };
        const copies = answeredRecords([exchange, another]);
        const sources = copies.filter(({ record }) => record.id === call.id);
        // A project template is of another kind: where each kind is counted by itself, one copy may come by its id.
        const byChance = name === 'copyProjectEmailTemplate' && sources.length === 1;
        const deviation = { pointer: '/id', expected: `an id other than the source's, ${show(call.id)}`, actual: show(call.id) };
        check(
          {
            'email-template.copy-is-new': byChance ? [] : sources.flatMap((copy) => foundIn(copy.exchange, [deviation])),
            'record.ids-are-distinct': distinctRecordDeviations(copies),
            ...(!isEdited && { 'email-template.copies-agree': { deviations: foundIn(another, differing), ...(isOfBoth && ofBoth) } }),
          },
          first,
          exchange,
          another,
        );
        if (isEdited) notAssessed('email-template.copies-agree', EDITED);
        if (one.name !== undefined) observe({ 'templates.copy-name': one.name });
      },
    ),
  );

  test(
    `${name}: a copy can be read and has the variables of its source`,
    scenario(name, ['email-template.copy-is-kept', ...COPIES_AGREE[name], VARIABLES_KEPT, 'records.visible-after'], async (context) => {
      const { implementation, check, notAssessed, observe, record } = context;
      const { call, exchange } = await implementation.acceptedCall(name);
      const id = copyId(exchange, name);
      // The API does not give a project template's own variables, so those of a second copy stand for them.
      const second = name === 'copyEmailTemplate' ? null : await copyElsewhere(implementation, call);
      const sourceId = second === null ? (call.id ?? '') : copyId(second, name);
      const { exchange: source } = await readVariables(implementation, sourceId);
      const { exchange: read, afterMs } = await readVariables(implementation, id);
      if (afterMs !== null) observe({ 'records.visible-after': afterMs });
      const unread = (one: Exchange, of: string) =>
        isSuccess(one) ? [] : foundIn(one, [{ expected: `the variables of the copy ${show(of)}`, actual: outcome(one) }]);
      const made = second === null ? [] : [second, source];
      check({ 'email-template.copy-is-kept': [...unread(read, id), ...(second ? unread(source, sourceId) : [])] }, exchange, read, ...made);
      const copyOfCopy = await implementation.client.send('copyEmailTemplate', { id, body: {} });
      const ofNext = (statement: StatementId, deviations: Deviation[], exchanges: readonly Exchange[]) =>
        name === 'copyEmailTemplate'
          ? check({ [statement]: deviations }, ...exchanges)
          : deviations.length > 0 && record.alsoFailed(statement, 'copyEmailTemplate', deviations, exchanges);
      const nextId = isSuccess(copyOfCopy) ? copyId(copyOfCopy, 'copyEmailTemplate') : null;
      const next = nextId === null ? [] : [(await readVariables(implementation, nextId)).exchange];
      ofNext(
        'email-template.copy-is-kept',
        next.flatMap((one) => unread(one, String(nextId))),
        [copyOfCopy, ...next],
      );
      const third = next.filter(isSuccess);
      // Nobody edits a copy that this run made, so a copy of it has what it has.
      if (nextId !== null && name === 'copyEmailTemplate') {
        const unlike = copyDeviations(recordOf(exchange), recordOf(copyOfCopy), [call.id ?? '', id]);
        check({ 'email-template.copies-agree': foundIn(copyOfCopy, unlike) }, exchange, copyOfCopy);
      } else if (name === 'copyEmailTemplate')
        notAssessed('email-template.copies-agree', `The copy cannot be copied: ${outcome(copyOfCopy)}`);
      // A copy may lack a variable that its text names. A copy of it may have that again.
      const whole = third.filter((answer) => namesWhatLacks(recordOf(exchange), variablesIn(answer), variablesIn(read)));
      // Two copies of the project's template agree, so what a copy of them lacks is the matter of the other endpoint.
      const isOfNext = second !== null && whole.length === 0 && differing([source, read]).length === 0;
      const lost = isOfNext ? differing([read, ...third]) : [];
      if (lost.length > 0) ofNext(VARIABLES_KEPT, lost, [read, copyOfCopy, ...third]);
      const reads = whole.length > 0 ? [...whole, read] : [source, read, ...(isOfNext ? [] : third)];
      const deviations = differing(reads);
      // Somebody may edit the template, and nobody a copy that this run made.
      const now = deviations.length > 0 && second === null ? await ifAssessed(readVariables(implementation, sourceId)) : null;
      if (now !== null && differing([source, now.exchange]).length > 0) throw new NotAssessed(EDITED_SOURCE);
      const inFlight = Math.max(...reads.map((each) => each.inFlight ?? 1));
      const alone = deviations.length > 0 && inFlight > 1 ? await ifAssessed(readAlone(implementation, reads).then(differing)) : null;
      const isOfTheLoad = alone?.length === 0;
      // What a copy loses, its copy lacks as well.
      const expected = variablesIn(source);
      const isLoss = variablesIn(read).every((variable) => expected.includes(variable));
      const doAgree =
        whole.length === 0 && !isLoss && third.some((answer) => differencesAsSets(variablesIn(read), variablesIn(answer), '').length === 0);
      const ofCopy = whole.length > 0 ? 'a copy of this copy has them, and the text names one' : null;
      const ofSource = doAgree ? `a copy of the copy has those of the copy: the read of ${show(sourceId)} may be what is wrong` : null;
      const contrast = isOfTheLoad ? `${RIGHT_ALONE}${inFlight} in flight: wrong` : (ofCopy ?? ofSource);
      const judged = { deviations, exchanges: reads, ...(deviations.length > 0 && contrast !== null && { contrast }) };
      check({ [VARIABLES_KEPT]: judged });
    }),
  );

  test(`${name}: \`created_at\` is the time of the copy`, isCreatedWhenAsked(name));
  test(`${name}: a request takes over no member that only the service writes`, takesNothingOver(name));
}

test(
  'the variables that a subject names are listed',
  scenario(
    'listEmailTemplateVariables',
    ['email-template.subject-variables-are-listed', 'templates.other-subject-variables', 'templates.variables-list'],
    async ({ implementation, check, observe }) => {
      const copy = await implementation.example('copyEmailTemplate');
      const { subject, template_html, new_template_html } = recordOf(copy);
      const { plain: named, other } = subjectNames(typeof subject === 'string' ? subject : '');
      if (named.length + other.length === 0)
        throw new NotAssessed('The subject of the template names no variable', ['CES_EMAIL_TEMPLATE_ID']);
      const { exchange: read } = await readVariables(implementation, copyId(copy, 'copyEmailTemplate'));
      const listed = variablesIn(read);
      const html = [template_html, new_template_html].flatMap((text) => (typeof text === 'string' ? subjectNames(text).plain : []));
      const onlyInHtml = html.filter((variable) => !named.includes(variable));
      observe({
        'templates.variables-list': {
          repeated: new Set(listed).size < listed.length,
          leftOut: named.filter((variable) => !listed.includes(variable)),
          fromHtml: onlyInHtml.length === 0 ? 'the HTML names no other' : onlyInHtml.every((variable) => listed.includes(variable)),
        },
      });
      if (other.length > 0)
        observe({ 'templates.other-subject-variables': Object.fromEntries(other.map((name) => [name, howListed(name, listed)])) });
      if (named.length === 0)
        throw new NotAssessed('The subject of the template names no plain variable, `{{ name }}`', ['CES_EMAIL_TEMPLATE_ID']);
      check({ 'email-template.subject-variables-are-listed': foundIn(read, variableDeviations(recordOf(copy), listed)) }, copy, read);
    },
  ),
);

/** A second copy, in a business that the run made where that is not refused. */
async function copyElsewhere(implementation: Implementation, call: Call): Promise<Exchange> {
  const other = await ifPossible(anotherBusiness(implementation));
  const copy = other && (await implementation.client.send('copyProjectEmailTemplate', { ...call, body: { business: other.id } }));
  return copy && isSuccess(copy) ? copy : implementation.another('copyProjectEmailTemplate');
}

/** How copies differ from the first of these. */
function differing([first, ...copies]: readonly Exchange[]): Deviation[] {
  const expected = first === undefined ? [] : variablesIn(first);
  return copies.flatMap((copy) => foundIn(copy, differencesAsSets(expected, variablesIn(copy), '/variables')));
}

/** Whether the text of a template names a variable that one list has, and the other has not. */
function namesWhatLacks(template: JsonObject, whole: readonly string[], lacking: readonly string[]): boolean {
  return namesInTexts(template).some((name) => whole.includes(name) && !lacking.includes(name));
}

/** The names in the list that share a word with this one. */
function howListed(name: string, listed: readonly string[]): string {
  const words = new Set(name.split(/\W+/).filter((word) => word !== ''));
  const related = listed.filter((variable) => variable.split(/\W+/).some((word) => words.has(word)));
  return listed.includes(name) ? 'listed' : related.length > 0 ? `as ${related.join(', ')}` : 'not listed';
}

test('copyEmailTemplate: a new copy is there at every age', isThereAtEveryAge('copyEmailTemplate', 'email-template.copy-is-kept'));

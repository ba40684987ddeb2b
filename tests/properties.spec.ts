import { textOfLength } from '../src/generation/texts.ts';
import { ECHOED_MEMBERS } from './judging.ts';
import { isSuccess } from './library.ts';
import { anyCreationComesBack, anyMemberIsAnswered, anyTrackedDataComesBack, create } from './scenarios/any-input.ts';
import { NotAssessed, recordOf, scenario, test } from './suite.ts';

/** The members of a campaign that name no other record. */
const { steps, segment, email_address, phone_number, ...ownMembers } = ECHOED_MEMBERS.createCampaign;

test('any business that is accepted comes back', anyCreationComesBack('createBusiness', ECHOED_MEMBERS.createBusiness));
test('any campaign that is accepted comes back', anyCreationComesBack('createCampaign', ownMembers));

/** The longest boundary of a text; what lies beyond is not looked for. */
const LONGEST_TRIED = 10_000;

for (const creation of ['createCampaign', 'createBusiness'] as const)
  test(
    `${creation}: names are accepted up to one length`,
    scenario(creation, 'limits.longest-name', async ({ implementation, observe }) => {
      let isCut = false;
      // A name that is accepted and cut is not accepted at that length.
      const isKept = async (length: number) => {
        const sent = textOfLength(length);
        const exchange = await create(implementation, creation, { name: sent });
        const { name } = isSuccess(exchange) ? recordOf(exchange) : {};
        const lost = typeof name === 'string' && name.length < sent.length;
        isCut ||= lost;
        return isSuccess(exchange) && !lost;
      };
      if (await isKept(LONGEST_TRIED)) return observe({ 'limits.longest-name': `at least ${LONGEST_TRIED} characters` });
      let [kept, lost] = [1, LONGEST_TRIED];
      if (!(await isKept(kept))) throw new NotAssessed('Neither a short name nor a long one was accepted as it was sent');
      while (lost - kept > 1) {
        const middle = Math.floor((kept + lost) / 2);
        if (await isKept(middle)) kept = middle;
        else lost = middle;
      }
      observe({ 'limits.longest-name': `${kept} characters${isCut ? '; a longer name is cut' : ''}` });
    }),
  );

test('any data that is tracked comes back', anyTrackedDataComesBack());

test(
  'copyProjectEmailTemplate: any `business` is answered in order',
  anyMemberIsAnswered('copyProjectEmailTemplate', 'business', 'conformance-unknown'),
);
test('createSmsTemplateEmbed: any `expires_in` is answered in order', anyMemberIsAnswered('createSmsTemplateEmbed', 'expires_in', null));

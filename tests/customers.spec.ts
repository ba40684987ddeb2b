import { typicalAnswer } from './scenarios/answers.ts';
import { anyUpdateComesBack } from './scenarios/any-input.ts';
import { rejectsWrongCredentials } from './scenarios/authentication/wrong-credentials.ts';
import { UPDATED_MEMBERS } from './scenarios/batch-update.ts';
import { freeObjectOfUpdateComesBack } from './scenarios/creations.ts';
import { batchAnswersItsCustomers, memberOfUpdateComesBack, wholeBatchIsStored } from './scenarios/customers/batches.ts';
import { updateIsKept, updateSurvivesEvent } from './scenarios/customers/kept-updates.ts';
import { lastUpdateIsKept } from './scenarios/customers/last-updates.ts';
import { answeredAreAsked, oddBatchesAreAnswered, refusedBatchIsSeen } from './scenarios/customers/odd-batches.ts';
import { ALL, MOST_TYPICAL, owning, sharing } from './scenarios/customers/owned-customers.ts';
import { updatesAtOnceAreKeptApart } from './scenarios/customers/updates-at-once.ts';
import { allEnrolsWhoHasNoAddress } from './scenarios/enrolment.ts';
import { isAboutItsId } from './scenarios/ids.ts';
import { robustnessOf } from './scenarios/robustness/all.ts';
import { holdsInAnyOrder } from './scenarios/sequences/sequence.ts';
import { updateStaysInItsBusiness } from './scenarios/two-businesses.ts';
import { test } from './suite.ts';

// All tests that update customers stand in this file, and may run side by side: each waits until the customers that it updates are free.
// Five tests need all customers in turn, and wait for each update, round or sequence.

test('batchUpdateCustomers: the typical answer is as documented', owning(MOST_TYPICAL, typicalAnswer('batchUpdateCustomers')));
for (const member of UPDATED_MEMBERS)
  test(`batchUpdateCustomers: \`${member}\` comes back`, owning(MOST_TYPICAL, memberOfUpdateComesBack(member)));
test('the answer to a batch lists its customers, whatever their number and order', owning(ALL, batchAnswersItsCustomers));
test('a batch of all customers is stored', owning(ALL, wholeBatchIsStored));
test('an update is kept, and is all that changes', owning(2, updateIsKept));
test('an update is kept while an event of the customer is processed', owning(ALL, updateSurvivesEvent));
test('the statements hold after requests in any order', sharing(holdsInAnyOrder()));
test('any update that is accepted comes back', sharing(anyUpdateComesBack()));
test('updates at once are kept, each for its own customer', sharing(updatesAtOnceAreKeptApart));
test('batchUpdateCustomers: an unknown id leads to no other record', owning(1, isAboutItsId('batchUpdateCustomers')));
test('an update through one business changes no customer of another', owning(1, updateStaysInItsBusiness));
test('batchUpdateCustomers: lists sent twice, and values whose kind changes, come back as sent', owning(1, freeObjectOfUpdateComesBack()));
test('`all` enrols a customer without an e-mail address', owning(1, allEnrolsWhoHasNoAddress));
test('a batch that is refused is looked at again', owning(ALL, refusedBatchIsSeen));
test('a batch that is odd lists nobody whom it does not name', owning(2, oddBatchesAreAnswered));
test('batchUpdateCustomers: wrong credentials are rejected', owning(1, rejectsWrongCredentials('batchUpdateCustomers', 'first')));
test('batchUpdateCustomers: further wrong credentials are rejected', owning(1, rejectsWrongCredentials('batchUpdateCustomers', 'further')));
for (const [claim, covered] of robustnessOf('batchUpdateCustomers')) test(`batchUpdateCustomers: ${claim}`, owning(1, covered));
test('the answer to a batch lists only customers that the batch names', owning(2, answeredAreAsked));
test('what was updated last is still there at the end of the run', owning(ALL, lastUpdateIsKept));

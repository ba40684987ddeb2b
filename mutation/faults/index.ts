import type { Fault } from '../interposition.ts';
import { AUTHENTICATION_FAULTS } from './authentication.ts';
import { BATCH_FAULTS } from './batches.ts';
import { CERTAIN_CASES } from './certain-cases.ts';
import { CLOCK_FAULTS } from './clocks.ts';
import { CUSTOMER_MEMBER_FAULTS, CUSTOMER_UPDATE_FAULTS } from './customer-updates.ts';
import { CUSTOMER_DAMAGE_FAULTS, CUSTOMER_FAULTS } from './customers.ts';
import { DAMAGE_FAULTS, LEGITIMATE_VALUE_FAULTS } from './damage.ts';
import { DOOR_FAULTS } from './doors.ts';
import { EARLIER_REQUEST_FAULTS, TAKEN_OVER_FAULTS } from './earlier-requests.ts';
import { ECHO_FAULTS } from './echo.ts';
import { EMBED_FAULTS, FLAG_FAULTS } from './embeds-and-flags.ts';
import { EQUIVALENT_REQUEST_FAULTS, GET_FAULTS } from './equivalent-requests.ts';
import { EVENT_CONTENT_FAULTS } from './event-content.ts';
import { EVENT_RESOLUTION_FAULTS } from './event-resolution.ts';
import { IDENTITY_FAULTS, OTHER_RECORD_FAULTS } from './identity.ts';
import { BUSINESS_FAULTS, CACHE_FAULTS, SECOND_READ_FAULTS, VANISHING_FAULTS } from './later-reads.ts';
import { APPENDED_LIST_FAULTS, ENROLMENT_FAULTS, ORDER_FAULTS } from './lists.ts';
import { NESTED_FAULTS } from './nested.ts';
import { REJECTION_FAULTS } from './rejections.ts';
import { REMEMBERED_FAULTS } from './remembered.ts';
import { ROBUST_ANSWER_FAULTS } from './robust-answers.ts';
import { ODD_TEXT_FAULTS, ROBUST_BODY_FAULTS, ROBUST_NON_JSON_FAULTS } from './robust-bodies.ts';
import { ODD_CREDENTIALS_FAULTS, ROBUST_ID_FAULTS } from './robust-ids.ts';
import { ENUM_FAULTS, MISSING_FAULTS, SHAPE_ALONE_FAULTS, SHAPE_FAULTS, TIMESTAMP_FAULTS } from './shape.ts';
import { MEDIA_FAULTS, SMALL_FAULTS, STATUS_FAULTS } from './status-and-media.ts';
import { TEMPLATE_FAULTS } from './templates.ts';
import { ADDRESS_FAULTS, TENANT_FAULTS } from './tenants.ts';

/** Every fault of the mutation run, a matter a line. */
export const FAULTS: readonly Fault[] = [
  [STATUS_FAULTS, MEDIA_FAULTS],
  [SHAPE_FAULTS, SHAPE_ALONE_FAULTS, MISSING_FAULTS, NESTED_FAULTS, ENUM_FAULTS, TIMESTAMP_FAULTS, CLOCK_FAULTS],
  [IDENTITY_FAULTS, ECHO_FAULTS, ORDER_FAULTS, BUSINESS_FAULTS],
  [CUSTOMER_FAULTS, CUSTOMER_UPDATE_FAULTS, CUSTOMER_MEMBER_FAULTS, LEGITIMATE_VALUE_FAULTS],
  [TEMPLATE_FAULTS, EMBED_FAULTS, FLAG_FAULTS, ADDRESS_FAULTS, EVENT_CONTENT_FAULTS, EVENT_RESOLUTION_FAULTS],
  [DAMAGE_FAULTS, CUSTOMER_DAMAGE_FAULTS],
  [AUTHENTICATION_FAULTS, DOOR_FAULTS, REJECTION_FAULTS, ODD_CREDENTIALS_FAULTS],
  [ROBUST_ID_FAULTS, ROBUST_NON_JSON_FAULTS, ROBUST_BODY_FAULTS, ODD_TEXT_FAULTS, ROBUST_ANSWER_FAULTS],
  [SECOND_READ_FAULTS, CACHE_FAULTS, VANISHING_FAULTS, EARLIER_REQUEST_FAULTS, EQUIVALENT_REQUEST_FAULTS, GET_FAULTS],
  [SMALL_FAULTS, CERTAIN_CASES, OTHER_RECORD_FAULTS, TENANT_FAULTS],
  [APPENDED_LIST_FAULTS, ENROLMENT_FAULTS, REMEMBERED_FAULTS, BATCH_FAULTS, TAKEN_OVER_FAULTS],
].flat(2);

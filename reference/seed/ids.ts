/** Ids of the seeded records, the same in every run. Some need escapes in a path: spaces, slashes, per cent signs, letters beyond ASCII. */
export const IDS = {
  business: 'biz_kärnten',
  secondBusiness: 'biz_harbour',
  customers: ['cus_ada', 'cus_grace', 'cus_Łukasz', 'cus_eva 100%,a', 'cus_joan', 'cus_alan', 'cus_mary/b'],
  /** Never in the list of customers that may be updated, because events resolve to it. */
  matchingCustomer: 'cus_tracked/1',
  foreignCustomer: 'cus_foreign',
  segment: 'seg_regular guests',
  emailTemplate: 'emt_spring',
  projectEmailTemplate: 'pet_welcome',
  smsTemplate: 'smt_appointment ä',
  sentEmail: 'eml_2024/0001',
  failedEmail: 'eml_2024/0002',
  emailAddress: 'ema_bookings',
  secondEmailAddress: 'ema_news+offers',
  foreignEmailAddress: 'ema_harbour',
  projectEmailAddress: 'pea_default',
  emailBlast: 'ebl_june',
  projectDefinedEvent: 'pde_order?paid',
  phoneNumber: 'phn_main',
  event: 'evt_seeded#1',
  otherSegment: 'seg_newcomers',
  otherProjectEmailTemplate: 'pet_farewell',
  otherSmsTemplate: 'smt_thanks',
  otherProjectEmailAddress: 'pea_alerts',
  otherEmailBlast: 'ebl_july',
  otherProjectDefinedEvent: 'pde_booking.cancelled',
} as const;

/** Values by which a tracked event finds its customer. */
export const MATCHING_CUSTOMER = { externalId: 'crm-1008', emailAddress: 'tracked@customers.example' } as const;

// Derived from schemas/specification.md by `npm run regenerate`. Not to be edited by hand.

/** The endpoints of the specification. */

export type EndpointName =
  /** 1: GET /events/{id} */
  | 'getEvent'
  /** 2: POST /businesses/{id}/campaigns */
  | 'createCampaign'
  /** 3: POST /businesses/{id}/customers/batch_update */
  | 'batchUpdateCustomers'
  /** 4: POST /project_email_templates/{id}/copy */
  | 'copyProjectEmailTemplate'
  /** 5: POST /businesses */
  | 'createBusiness'
  /** 6: POST /email_templates/{id}/copy */
  | 'copyEmailTemplate'
  /** 7: POST /sms_templates/{id}/embeds */
  | 'createSmsTemplateEmbed'
  /** 8: GET /sent_emails/{id} */
  | 'getSentEmail'
  /** 9: GET /businesses/{id}/email_addresses */
  | 'listEmailAddresses'
  /** 10: GET /project_email_addresses/{id} */
  | 'getProjectEmailAddress'
  /** 11: GET /email_addresses/{id} */
  | 'getEmailAddress'
  /** 12: GET /email_blasts/{id}/executions */
  | 'listEmailBlastExecutions'
  /** 13: GET /segments/{id} */
  | 'getSegment'
  /** 14: GET /businesses/{business_id}/feature_flags/statuses */
  | 'getFeatureFlagStatuses'
  /** 15: GET /project_defined_events/{id} */
  | 'getProjectDefinedEvent'
  /** 16: GET /email_templates/{id}/variables */
  | 'listEmailTemplateVariables'
  /** 17: GET /sms_templates/{id}/preview */
  | 'previewSmsTemplate'
  /** 18: POST /businesses/{id}/track */
  | 'trackEvent';

/** One value a statement of the register. */
export interface ByStatement<T> {
  /** A request that succeeds is answered with status 200. (Endpoints, rule 6) */
  readonly 'http.success-is-200'?: T;
  /** A request that succeeds is answered with a 2xx status; which one is left open. (Endpoints, rule 6) */
  readonly 'http.success-is-2xx'?: T;
  /** The answer declares its content as `application/json`. (What the service does, transport) */
  readonly 'http.json-media-type'?: T;
  /** The answer's body is JSON text in UTF-8. (What the service does, transport) */
  readonly 'http.json-body'?: T;
  /** The preview declares its content as `text/html`. (Endpoints, row 17) */
  readonly 'sms-template.preview-media-type'?: T;
  /** The preview is an HTML string, not wrapped in JSON. (Endpoints, row 17) */
  readonly 'sms-template.preview-is-html'?: T;
  /** A tracked event holds `id`, `name`, `extra`, `created_at` and `customer`, each of its type. (Resources, Event) */
  readonly 'event.fields'?: T;
  /** The event's `created_at` is an ISO 8601 time. (Resources, Event) */
  readonly 'event.timestamps'?: T;
  /** A campaign has an `id`, and each documented field that is present has its type. (Resources, Campaign) */
  readonly 'campaign.fields'?: T;
  /** The times of a campaign are ISO 8601 strings. (Resources, Campaign) */
  readonly 'campaign.timestamps'?: T;
  /** `status` is one of the five documented words. (Resources, Campaign, status) */
  readonly 'campaign.status-values'?: T;
  /** `statistics` holds counts, all integers, in the documented places. (Resources, Campaign, Statistics) */
  readonly 'campaign.statistics'?: T;
  /** Each step is an object; an e-mail step names its template and custom step by strings. (Resources, Campaign, Step) */
  readonly 'campaign.steps'?: T;
  /** The answer holds `customers`; each has an `id`, and each documented field that is present has its type. (Resources, Customer; Endpoints, row 3) */
  readonly 'customer.fields'?: T;
  /** A business has an `id`, and each documented field that is present has its type. (Resources, Business) */
  readonly 'business.fields'?: T;
  /** The business's `created_at` is an ISO 8601 time. (Resources, Business, created_at) */
  readonly 'business.timestamps'?: T;
  /** `disabled_steps` lists nothing but `email` and `sms`. (Resources, Business, disabled_steps) */
  readonly 'business.disabled-steps-values'?: T;
  /** `website` is a URL. (Resources, Business, website) */
  readonly 'business.website-is-url'?: T;
  /** An e-mail template has an `id`, and each documented field that is present has its type. (Resources, Email template) */
  readonly 'email-template.fields'?: T;
  /** The times of an e-mail template are ISO 8601 strings. (Resources, Email template) */
  readonly 'email-template.timestamps'?: T;
  /** `kind` is one of the four documented words. (Resources, Email template, kind) */
  readonly 'email-template.kind-values'?: T;
  /** `body` is always null. (Resources, Email template, body) */
  readonly 'email-template.body-is-null'?: T;
  /** The answer holds `variables`, a list of strings. (Endpoints, row 16) */
  readonly 'email-template.variables-list'?: T;
  /** An embed has an `id`, and each documented field that is present has its type. (Resources, SMS template embed) */
  readonly 'sms-template-embed.fields'?: T;
  /** The embed's `expires_at` is an ISO 8601 time. (Resources, SMS template embed, expires_at) */
  readonly 'sms-template-embed.timestamps'?: T;
  /** `url` is a URL. (Resources, SMS template embed, url) */
  readonly 'sms-template-embed.url-is-url'?: T;
  /** A sent e-mail has an `id`, and each documented field that is present has its type. (Resources, Sent email) */
  readonly 'sent-email.fields'?: T;
  /** The times of a sent e-mail are ISO 8601 strings. (Resources, Sent email) */
  readonly 'sent-email.timestamps'?: T;
  /** An e-mail address has an `id`, and each documented field that is present has its type; endpoint 9 lists them in `email_addresses`. (Resources, Email address; Endpoints, row 9) */
  readonly 'email-address.fields'?: T;
  /** The answer holds `executions`; each has an `id`, and each documented field that is present has its type. (Resources, Email-blast execution; Endpoints, row 12) */
  readonly 'email-blast-execution.fields'?: T;
  /** The times of an execution are ISO 8601 strings. (Resources, Email-blast execution) */
  readonly 'email-blast-execution.timestamps'?: T;
  /** A segment has an `id`, and each documented field that is present has its type. (Resources, Segment) */
  readonly 'segment.fields'?: T;
  /** The answer holds `feature_flags`; each documented field of a flag that is present has its type. (Resources, Feature flag; Endpoints, row 14) */
  readonly 'feature-flag.fields'?: T;
  /** A project-defined event has an `id`, and each documented field that is present has its type. (Resources, Project-defined event) */
  readonly 'project-defined-event.fields'?: T;
  /** A tracked event is acknowledged with an empty object. (Endpoints, rule 5) */
  readonly 'track.empty-object'?: T;
  /** The record that comes back is the one whose id was asked for. (Resources and fields, ids; Endpoints) */
  readonly 'record.id-is-asked-id'?: T;
  /** Different records have different ids. (Resources and fields, ids) */
  readonly 'record.ids-are-distinct'?: T;
  /** Asked about a second record, an endpoint answers about that one, and not about the first. (Resources and fields, ids; Endpoints) */
  readonly 'record.second-is-its-own'?: T;
  /** An id that names nothing leads to no other record: nothing of one is shown, and none is changed. (Resources and fields, ids; Endpoints) */
  readonly 'record.unknown-id-is-no-other'?: T;
  /** The created business has the `name` that was sent. (Endpoints, row 5) */
  readonly 'business.name-comes-back'?: T;
  /** The created business has the `metadata` that was sent. (Endpoints, row 5) */
  readonly 'business.metadata-comes-back'?: T;
  /** The created business has the `external_id` that was sent. (Endpoints, row 5) */
  readonly 'business.external-id-comes-back'?: T;
  /** The created business has the `website` that was sent. (Endpoints, row 5) */
  readonly 'business.website-comes-back'?: T;
  /** The created business exists: its e-mail addresses can be listed under its id. (Endpoints, rows 5 and 9) */
  readonly 'business.is-kept'?: T;
  /** The campaign's `business` is the business in the path. (Resources, Campaign, business) */
  readonly 'campaign.business-is-path'?: T;
  /** The created campaign has the `name` that was sent. (Endpoints, rule 1) */
  readonly 'campaign.name-comes-back'?: T;
  /** The created campaign has the `metadata` that was sent. (Endpoints, rule 1) */
  readonly 'campaign.metadata-comes-back'?: T;
  /** The created campaign has the steps that were sent, in their order. (Endpoints, rule 1) */
  readonly 'campaign.steps-come-back'?: T;
  /** The created campaign has the `segment` that was sent. (Endpoints, rule 1) */
  readonly 'campaign.segment-comes-back'?: T;
  /** The created campaign has the `email_address` that was sent. (Endpoints, rule 1) */
  readonly 'campaign.email-address-comes-back'?: T;
  /** The created campaign has the `phone_number` that was sent. (Endpoints, rule 1) */
  readonly 'campaign.phone-number-comes-back'?: T;
  /** The created campaign's `scheduled_at` is the instant that was sent. (Endpoints, rule 1) */
  readonly 'campaign.scheduled-at-comes-back'?: T;
  /** The customers listed for enrolment are the campaign's `enrolled_customers`. (Endpoints, rule 1; Resources, Campaign) */
  readonly 'campaign.enrolled-customers-come-back'?: T;
  /** `enrolled_customer_ids` names nobody who was not enrolled. (Resources, Campaign, enrolled_customer_ids) */
  readonly 'campaign.enrolled-ids-were-enrolled'?: T;
  /** `all` stands for every current customer of the business. (Endpoints, rule 1) */
  readonly 'campaign.all-enrols-every-customer'?: T;
  /** The answer lists the customers that were updated, each once, and no others. (Endpoints, rule 2) */
  readonly 'customer.answered-are-asked'?: T;
  /** The updated customer has the `full_name` that was sent. (Endpoints, rule 2) */
  readonly 'customer.full-name-comes-back'?: T;
  /** The updated customer has the `phone_number` that was sent. (Endpoints, rule 2) */
  readonly 'customer.phone-number-comes-back'?: T;
  /** The updated customer has the `email_address` that was sent. (Endpoints, rule 2) */
  readonly 'customer.email-address-comes-back'?: T;
  /** The metadata members that were sent are in the updated customer's `metadata`. (Endpoints, rule 2) */
  readonly 'customer.metadata-comes-back'?: T;
  /** An update is stored: a later answer still shows it. (Endpoints, rule 2) */
  readonly 'customer.update-is-kept'?: T;
  /** An update changes no field that it does not name. (Endpoints, rule 2) */
  readonly 'customer.update-leaves-other-fields'?: T;
  /** An update changes no customer that it does not name. (Endpoints, rule 2) */
  readonly 'customer.update-leaves-other-customers'?: T;
  /** A batch update through one business changes no customer of another. (What the service does; Endpoints, row 3) */
  readonly 'customer.update-stays-in-business'?: T;
  /** A copy is a new template: its id is not the source's. (Endpoints, rule 7) */
  readonly 'email-template.copy-is-new'?: T;
  /** Two copies of one template agree in what is documented, but for identity, name and times; so do a copy and its own copy. (Endpoints, rule 7) */
  readonly 'email-template.copies-agree'?: T;
  /** A copy exists: its variables can be read under its id. (Endpoints, rule 7) */
  readonly 'email-template.copy-is-kept'?: T;
  /** A copy has the variables of its source. (Endpoints, rule 7) */
  readonly 'email-template.copy-keeps-variables'?: T;
  /** The variables listed are the template's own, by the names that it writes as `{{ name }}`. (Resources, Email template, subject; Endpoints, row 16) */
  readonly 'email-template.subject-variables-are-listed'?: T;
  /** The embed's `sms_template` is the template in the path. (Resources, SMS template embed, sms_template) */
  readonly 'sms-template-embed.template-is-path'?: T;
  /** Two embeds of one template name the same `business`. (What the service does; Resources, SMS template embed, business) */
  readonly 'sms-template-embed.business-is-steady'?: T;
  /** The embed expires `expires_in` seconds after it was made, within the service's own bounds. (Endpoints, row 7) */
  readonly 'sms-template-embed.expires-as-asked'?: T;
  /** A listed address belongs to the business in the path. (Resources, Email address, business; Endpoints, row 9) */
  readonly 'email-address.business-is-path'?: T;
  /** An address in the list of endpoint 9 is the same record at endpoint 11. (Endpoints, rows 9 and 11) */
  readonly 'email-address.list-agrees-with-record'?: T;
  /** Each flag that was asked for is answered, once. (Endpoints, row 14) */
  readonly 'feature-flag.asked-are-answered'?: T;
  /** No flag is answered that was not asked for. (Endpoints, row 14) */
  readonly 'feature-flag.only-asked'?: T;
  /** A flag's status does not depend on which others are asked for with it. (Endpoints, row 14; Resources, Feature flag) */
  readonly 'feature-flag.status-is-its-own'?: T;
  /** The event's `name` is the tracked `event`. (Resources, Event, name) */
  readonly 'event.name-is-tracked-name'?: T;
  /** The event's `extra` is the tracked `data`. (Resources, Event, extra) */
  readonly 'event.extra-is-tracked-data'?: T;
  /** The event's `created_at` is the time it was tracked. (Resources, Event, created_at) */
  readonly 'event.created-at-is-tracking-time'?: T;
  /** The `created_at` of a new business is the time at which it was created. (Resources, Business, created_at) */
  readonly 'business.created-at-is-creation-time'?: T;
  /** The `created_at` of a new campaign is the time at which it was created. (Resources, Campaign, created_at; Endpoints, row 2) */
  readonly 'campaign.created-at-is-creation-time'?: T;
  /** The `updated_at` of a new campaign is its last update: not before its creation, and not in the future. (Resources, Campaign, updated_at) */
  readonly 'campaign.updated-at-is-last-update'?: T;
  /** The `created_at` of a copy is the time at which the copy was made, not that of its source. (Resources, Email template, created_at; Endpoints, rule 7) */
  readonly 'email-template.created-at-is-creation-time'?: T;
  /** A request without credentials is not carried out. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-missing'?: T;
  /** Empty credentials are not accepted. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-empty'?: T;
  /** A wrong password is not accepted. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-wrong-password'?: T;
  /** A wrong user name is not accepted, not even with the right password (as where the password is an API key and the user name does not matter). (Authentication, 1 and 2) */
  readonly 'authentication.rejects-wrong-user'?: T;
  /** The password in other letter case is not accepted. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-password-case'?: T;
  /** The beginning of the password is not accepted. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-password-prefix'?: T;
  /** The password with more around it (a letter, a blank, a NUL, thousands of characters) is not accepted. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-password-extension'?: T;
  /** The right value under another scheme than Basic is not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-other-scheme'?: T;
  /** A value that is not base64 is not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-not-base64'?: T;
  /** Base64 of a text without a colon is not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-no-colon'?: T;
  /** The user name with an empty password is not accepted. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-empty-password'?: T;
  /** The user name alone, without colon and password, is not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-user-alone'?: T;
  /** The password without a user name is not accepted. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-empty-user'?: T;
  /** User name and password in exchanged places are not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-exchanged'?: T;
  /** The scheme Basic with nothing behind it is not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-scheme-alone'?: T;
  /** The right value without a scheme is not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-no-scheme'?: T;
  /** User name and password in clear text, where base64 belongs, are not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-clear-text'?: T;
  /** A cookie, be it one that an accepted request got, does not replace the credentials. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-cookie'?: T;
  /** Credentials in another header than `Authorization` are not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-other-header'?: T;
  /** Credentials in the query are not accepted. (Authentication, 1) */
  readonly 'authentication.rejects-query'?: T;
  /** A header that claims an inner address, or marks a request as a preflight, a probe or an internal one, does not replace the credentials. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-inner-address'?: T;
  /** Good credentials count for their own request only, not for the next one on the connection. (Authentication, 1) */
  readonly 'authentication.rejects-after-good'?: T;
  /** Without credentials, another spelling of the path gets nothing of what the request gets. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-other-spelling'?: T;
  /** Without credentials, another method gets nothing of what the request gets. (Authentication, 1 and 2) */
  readonly 'authentication.rejects-other-method'?: T;
  /** A rejection holds nothing that depends on the record. (Authentication, 1 and 2) */
  readonly 'authentication.rejection-reveals-nothing'?: T;
  /** A rejected request has changed nothing. (Authentication, 1 and 2) */
  readonly 'authentication.rejection-does-nothing'?: T;
  /** A tracked event that was acknowledged can be read. (Events, 1) */
  readonly 'event.can-be-read'?: T;
  /** An event that matches a customer is resolved within the time limit of the settings. (States and transitions; Endpoints, rule 5) */
  readonly 'event.match-is-resolved'?: T;
  /** An event resolves to the customer that it matches, and to no other. (Resources, Event, customer) */
  readonly 'event.customer-is-the-match'?: T;
  /** Once an event holds its customer, it keeps it. (States and transitions) */
  readonly 'event.stays-resolved'?: T;
  /** An event that matches nobody keeps `customer` null. (States and transitions) */
  readonly 'event.unmatched-stays-null'?: T;
  /** An event resolves to no customer of another business than the one it was tracked for. (What the service does; Endpoints, row 18) */
  readonly 'event.match-stays-in-business'?: T;
  /** `id`, `name`, `extra` and `created_at` are the same at every read. (Resources, Event) */
  readonly 'event.own-fields-never-change'?: T;
  /** Each request of the run, whatever it asks, is answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.6) */
  readonly 'robustness.every-request'?: T;
  /** An id that names nothing is answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.6) */
  readonly 'robustness.unknown-ids'?: T;
  /** An id of odd characters or odd length is answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.6, RFC 3986 §2.1) */
  readonly 'robustness.hostile-ids'?: T;
  /** A query that means nothing is answered in order: no 5xx, no hang, no broken connection; a success is JSON all the same. (RFC 9110 §15.6, RFC 3986 §3.4) */
  readonly 'robustness.query-garbage'?: T;
  /** Credentials in whatever form are answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.6, RFC 7617 §2) */
  readonly 'robustness.odd-credentials'?: T;
  /** A body that is not JSON is answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.5.1) */
  readonly 'robustness.non-json-survived'?: T;
  /** A body that is not JSON is not accepted. (RFC 8259 §2, RFC 9110 §15.5.1) */
  readonly 'robustness.non-json-refused'?: T;
  /** JSON of the wrong type or format, or without a member, is answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.5.1) */
  readonly 'robustness.wrong-types'?: T;
  /** A body declared as something else than JSON is answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.5.16) */
  readonly 'robustness.wrong-media-type'?: T;
  /** JSON at the edge of what parsers agree on is answered in order: no 5xx, no hang, no broken connection. (RFC 7493 §2, RFC 8259 §9) */
  readonly 'robustness.unusual-json'?: T;
  /** A text around NUL, half a surrogate pair or bytes that are no UTF-8 comes back whole where it was accepted. (RFC 8259 §8.1 and §8.2, RFC 7493 §2.1) */
  readonly 'robustness.odd-texts-are-whole'?: T;
  /** Generated input of the documented types is answered in order: no 5xx, no hang, no broken connection. (RFC 9110 §15.6) */
  readonly 'robustness.generated-input'?: T;
  /** Reading changes nothing: a second read of a record shows what the first did, at once and at the end of the run. (RFC 9110 §9.2.1) */
  readonly 'robustness.reading-is-safe'?: T;
  /** No count of a campaign is below zero. (Resources, Campaign, statistics and message segments) */
  readonly 'campaign.counts-are-not-negative'?: T;
  /** An ordinary read neither unpacks to more than a hundred times `CES_MAX_BODY_BYTES` nor nests its JSON 100,000 levels deep. (RFC 9110 §8.4, RFC 8259 §9) */
  readonly 'robustness.readable-answers'?: T;
  /** A conditional read of an event that has changed since shows the event as it is now. (RFC 9110 §13.1.2, §13.1.3) */
  readonly 'robustness.conditional-read-is-fresh'?: T;
  /** GET on a path that takes POST makes and changes no record. (RFC 9110 §9.2.1) */
  readonly 'robustness.get-creates-nothing'?: T;
  /** A new record holds nothing that only an earlier request sent, and is not refused for one that was refused. (RFC 9110 §3.3) */
  readonly 'robustness.nothing-of-earlier-requests'?: T;
  /** The list of a business holds the connected address that names this business, unless that is for one use. (Endpoints, rows 9 and 11) */
  readonly 'robustness.list-holds-what-belongs'?: T;
  /** A customer whom a campaign excludes is not among its `enrolled_customer_ids`. (Endpoints, rule 1; Resources, Campaign) */
  readonly 'robustness.excluded-are-not-enrolled'?: T;
  /** Without credentials, HEAD does not tell which ids exist. (RFC 9110 §9.3.2) */
  readonly 'robustness.head-reveals-nothing'?: T;
  /** The same request in an equivalent form is accepted too, where HTTP lets no server decline it: `charset=utf-8`; any, weighted, a browser's or no `Accept`; names of headers in capitals; a language, cookies, no coding; a tag that it never gave, a time long ago; an escaped letter in the id; text written with escapes; `Expect`; a body in chunks. (RFC 8259 §7 and §11, RFC 9110 §5.1, §10.1.1, §12.5 and §13.1, RFC 6265 §5.4, RFC 3986 §2.3, RFC 9112 §7.1) */
  readonly 'robustness.equivalent-requests'?: T;
  /** Reads that a client sends over one connection before earlier ones are answered get the same answers as one by one, in the order of the requests. (RFC 9112 §9.3.2) */
  readonly 'robustness.pipelined-requests'?: T;
  /** JSON is sent without a byte order mark. (RFC 8259 §8.1) */
  readonly 'robustness.no-byte-order-mark'?: T;
  /** Each documented field of the resource *Event* was in at least one answer. (Resources and fields, Event) */
  readonly 'event.documented-fields'?: T;
  /** Each documented field of the resource *Campaign* was in at least one answer. (Resources and fields, Campaign) */
  readonly 'campaign.documented-fields'?: T;
  /** Each documented field of the resource *Customer* was in at least one answer. (Resources and fields, Customer) */
  readonly 'customer.documented-fields'?: T;
  /** Each documented field of the resource *Email template* was in at least one answer. (Resources and fields, Email template) */
  readonly 'email-template.documented-fields'?: T;
  /** Each documented field of the resource *Business* was in at least one answer. (Resources and fields, Business) */
  readonly 'business.documented-fields'?: T;
  /** Each documented field of the resource *SMS template embed* was in at least one answer. (Resources and fields, SMS template embed) */
  readonly 'sms-template-embed.documented-fields'?: T;
  /** Each documented field of the resource *Sent email* was in at least one answer. (Resources and fields, Sent email) */
  readonly 'sent-email.documented-fields'?: T;
  /** Each documented field of the resource *Email address* was in at least one answer. (Resources and fields, Email address) */
  readonly 'email-address.documented-fields'?: T;
  /** Each documented field of the resource *Email-blast execution* was in at least one answer. (Resources and fields, Email-blast execution) */
  readonly 'email-blast-execution.documented-fields'?: T;
  /** Each documented field of the resource *Segment* was in at least one answer. (Resources and fields, Segment) */
  readonly 'segment.documented-fields'?: T;
  /** Each documented field of the resource *Feature flag* was in at least one answer. (Resources and fields, Feature flag) */
  readonly 'feature-flag.documented-fields'?: T;
  /** Each documented field of the resource *Project-defined event* was in at least one answer. (Resources and fields, Project-defined event) */
  readonly 'project-defined-event.documented-fields'?: T;
}

export type StatementId = keyof ByStatement<unknown>;

/** One value a question of the register. */
export interface ByQuestion<T> {
  /** Which status answers missing credentials? (Errors) */
  readonly 'credentials.missing'?: T;
  /** Which status answers a wrong password? (Errors) */
  readonly 'credentials.wrong'?: T;
  /** Which media type and members has the answer to missing credentials? (Errors) */
  readonly 'credentials.rejection-body'?: T;
  /** Which `WWW-Authenticate` challenge comes with missing credentials? (Errors) */
  readonly 'credentials.challenge'?: T;
  /** Is the scheme `basic` in small letters accepted? (Authentication, 1) */
  readonly 'credentials.scheme-letter-case'?: T;
  /** How are two `Authorization` headers answered, the good one first or last? (Authentication, 1) */
  readonly 'credentials.two-headers'?: T;
  /** Is an unknown id without credentials answered like a known one? (Errors) */
  readonly 'credentials.before-existence'?: T;
  /** How is a body that is not JSON answered without credentials? (Errors) */
  readonly 'credentials.before-validation'?: T;
  /** Which other spellings and methods are answered with a 2xx without credentials? (Authentication, 1 and 2) */
  readonly 'credentials.other-requests'?: T;
  /** How is HEAD answered? (Endpoints) */
  readonly 'methods.head'?: T;
  /** How is OPTIONS answered, and what does it allow? (Endpoints) */
  readonly 'methods.options'?: T;
  /** How is GET answered on a path that takes POST? (Endpoints) */
  readonly 'methods.get-where-post'?: T;
  /** How is a preview answered when only JSON is accepted? (Endpoints, row 17) */
  readonly 'templates.preview-as-json'?: T;
  /** Which status answers an unknown id? (Errors) */
  readonly 'errors.unknown-id'?: T;
  /** Which media type and members has the answer to an unknown id? (Errors) */
  readonly 'errors.unknown-id-body'?: T;
  /** Which status answers a body that is not JSON? (Errors) */
  readonly 'errors.non-json-body'?: T;
  /** Which statuses answer JSON of the wrong type? (Errors) */
  readonly 'errors.wrong-types'?: T;
  /** Which status answers a JSON body declared as text? (Errors) */
  readonly 'errors.wrong-media-type'?: T;
  /** Which status does a success have? (Endpoints, rule 6) */
  readonly 'answers.created-status'?: T;
  /** Which fields does the answer hold that the specification does not name? (Resources and fields) */
  readonly 'answers.undocumented-fields'?: T;
  /** Which documented fields did this answer not hold? (Resources and fields) */
  readonly 'answers.absent-fields'?: T;
  /** In which form of ISO 8601 are times written? (What the service does) */
  readonly 'answers.timestamp-form'?: T;
  /** Which documented fields do only some records of the list hold? (Resources and fields) */
  readonly 'answers.uneven-fields'?: T;
  /** Are counts written as integers, or with a fraction of zero? (Resources, Campaign, statistics) */
  readonly 'answers.integer-form'?: T;
  /** Which members does creating a campaign require? (Endpoints, rule 1) */
  readonly 'campaigns.required-members'?: T;
  /** Which members does creating a business require? (Endpoints, rule 3) */
  readonly 'businesses.required-members'?: T;
  /** Which `status` has a new campaign, and which a new campaign with a start time? (States and transitions) */
  readonly 'campaigns.new-status'?: T;
  /** How is `attributed_revenue` written? (Resources, Campaign, attributed_revenue) */
  readonly 'campaigns.revenue-format'?: T;
  /** How is a step answered whose `type` is not `email`? (Resources, Campaign, Step) */
  readonly 'campaigns.other-steps'?: T;
  /** Is an excluded customer left out of `enrolled_customers` and `enrolled_customer_ids`? (Endpoints, rule 1) */
  readonly 'campaigns.excluded-customers'?: T;
  /** How is a campaign answered that names an unknown segment, address or template? (Errors) */
  readonly 'campaigns.unknown-references'?: T;
  /** Does an update of `metadata` merge with the members that were there, or replace them? (Endpoints, rule 2) */
  readonly 'customers.metadata-update'?: T;
  /** Which values has `unsubscribed`? (Resources, Customer, unsubscribed) */
  readonly 'customers.unsubscribed-values'?: T;
  /** How is a batch answered that names an unknown customer? (Errors) */
  readonly 'customers.unknown-in-batch'?: T;
  /** Is the known customer of a refused batch changed? (Errors) */
  readonly 'customers.refused-batch'?: T;
  /** How is a batch answered that names a customer of another business? (Errors) */
  readonly 'customers.of-another-business'?: T;
  /** How is a batch item without `id` answered? (Endpoints, rule 2; Errors) */
  readonly 'customers.item-without-id'?: T;
  /** How is an empty batch answered? (Limits) */
  readonly 'customers.empty-batch'?: T;
  /** How is a business answered whose `external_id` another one has? (Resources, Business, external_id) */
  readonly 'businesses.same-external-id'?: T;
  /** How is a batch answered that names one customer twice? (Endpoints, rule 2) */
  readonly 'customers.one-twice'?: T;
  /** How is `null` answered as the value of an updatable member? (Resources, Customer) */
  readonly 'customers.null-value'?: T;
  /** Do `first_name` and `last_name` follow an update of `full_name`? (Resources, Customer) */
  readonly 'customers.names-follow'?: T;
  /** What is `disabled_steps` of a new business? (Resources, Business, disabled_steps) */
  readonly 'businesses.new-disabled-steps'?: T;
  /** How is a copy named? (Endpoints, rule 7) */
  readonly 'templates.copy-name'?: T;
  /** How are names of the subject listed that are dotted or belong to helpers (`{{#if x}}`, `{{this}}`)? (Resources, Email template, subject) */
  readonly 'templates.other-subject-variables'?: T;
  /** How long does an embed live when `expires_in` is not sent? (Limits) */
  readonly 'templates.default-expiry'?: T;
  /** Which values of `expires_in` are accepted? (Limits) */
  readonly 'templates.expiry-bounds'?: T;
  /** Has a second embed of a template an id of its own? (Resources, SMS template embed) */
  readonly 'templates.embed-is-renewed'?: T;
  /** How is an address of the other kind answered: a connected one at endpoint 10, a project one at endpoint 11? (Resources, Email address) */
  readonly 'addresses.of-the-other-kind'?: T;
  /** Is a variable listed more than once, and are those of the HTML listed? (Endpoints, row 16) */
  readonly 'templates.variables-list'?: T;
  /** Which `failed_reason` was seen? (Resources, Email-blast execution) */
  readonly 'e-mails.failed-reason'?: T;
  /** Which values of `finished_reason` were seen? (Resources, Email-blast execution) */
  readonly 'e-mails.finished-reasons'?: T;
  /** How does a segment's `filter` begin? (Resources, Segment, filter) */
  readonly 'segments.filter'?: T;
  /** Has `event` a dotted form, such as a resource and a verb? (Resources, Project-defined event, event) */
  readonly 'defined-events.form'?: T;
  /** How is the name of an unknown flag answered? (Endpoints, rule 4) */
  readonly 'flags.unknown-name'?: T;
  /** How is a request answered that names no flag? (Endpoints, rule 4) */
  readonly 'flags.no-name'?: T;
  /** How is a request answered that names one flag twice? (Endpoints, rule 4) */
  readonly 'flags.asked-twice'?: T;
  /** Is a flag known by its name in other letter case? (Endpoints, rule 4) */
  readonly 'flags.other-case'?: T;
  /** How is a request answered that names a hundred flags? (Endpoints, rule 4; Limits) */
  readonly 'flags.hundred'?: T;
  /** Is an event accepted whose name nobody announced? (Events, 3) */
  readonly 'events.other-name'?: T;
  /** Is an event accepted without `data`? (Endpoints, row 18) */
  readonly 'events.without-data'?: T;
  /** How long after its acknowledgement can an event be read, in milliseconds? (Endpoints, rule 5) */
  readonly 'events.visible-after'?: T;
  /** How long after its creation can a record be used, in milliseconds? (Endpoints, rule 7) */
  readonly 'records.visible-after'?: T;
  /** How long after its acknowledgement is an event resolved, in milliseconds? (Endpoints, rule 5) */
  readonly 'events.resolved-after'?: T;
  /** Which share of the generated inputs was accepted, and which boundary values were refused? (Limits) */
  readonly 'limits.accepted-inputs'?: T;
  /** How are operations answered that the specification does not list? (What the service does) */
  readonly 'service.other-operations'?: T;
  /** What is the longest `name` that is accepted? (Limits) */
  readonly 'limits.longest-name'?: T;
  /** How many customers are accepted in one batch? (Limits) */
  readonly 'limits.largest-batch'?: T;
  /** What is the largest body that is accepted, in bytes, of 64 KiB, 256 KiB and 1 MiB? (Limits) */
  readonly 'limits.largest-body'?: T;
  /** How often did the service ask to wait (429, 403 or 503)? (Limits) */
  readonly 'limits.rate'?: T;
  /** Do answers name a version in a header? (Versioning) */
  readonly 'answers.version-headers'?: T;
}

export type QuestionId = keyof ByQuestion<unknown>;

// Generated from the database by `npm run db-types`. Do not edit.
import type { Kobo } from '@labalaba/contract'
import type { Generated, GeneratedAlways } from 'kysely'

export type AccessionCounter = {
  lab_id: number
  year: number
  last: number
}

export type Account = {
  id: GeneratedAlways<number>
  email: string
  password_hash: string
  name: string
  phone: string
  username: string
  address: string
  source: string
  type: 'user' | 'doctor' | 'operator' | 'lab' | 'phlebotomist'
  branch: string
  state: Generated<'unverified' | 'active' | 'suspended' | 'deleted'>
  terms_version: string
  privacy_version: string
  consented_at: Date
  device_hash: Buffer | null
  demo: Generated<boolean>
  created_at: Generated<Date>
}

export type AccountDevice = {
  id: Generated<string>
  account_id: number
  device_hash: Buffer
  browser: Generated<string>
  first_at: Date
  last_at: Date
}

export type AccountEvent = {
  id: GeneratedAlways<number>
  account_id: number
  verb: string
  from_state: string
  to_state: string
  actor: string
  reason: string | null
  at: Generated<Date>
}

export type Alarm = {
  name: string
  text: string
  count: number
  logged: boolean
  since: Date
  seen_at: Date
  posted_at: Date | null
  posted_count: number | null
}

export type Analyte = {
  id: GeneratedAlways<number>
  test_id: number
  position: number
  name: string
  loinc: string | null
  kind: 'quantity' | 'choice' | 'text'
  ucum: string | null
  unit: string | null
  choices: Generated<string[]>
  expected: Generated<string[]>
  needed: boolean
  male_low: number | null
  male_high: number | null
  female_low: number | null
  female_high: number | null
  critical_low: number | null
  critical_high: number | null
  source: string | null
  to_be_confirmed: boolean
  active: Generated<boolean>
  about: string | null
  structure: 'isolates' | null
}

export type ArchivedPart = {
  id: GeneratedAlways<number>
  table_name: string
  part: string
  until_at: Date
  row_count: number
  file: string
  sha256: Buffer
  first_position: number | null
  last_position: number | null
  first_mac: Buffer | null
  last_mac: Buffer | null
  key_id: string
  signature: Buffer
  archived_at: Date
}

export type AuditAnchor = {
  id: GeneratedAlways<number>
  day: string
  position: number
  mac: Buffer
  findings: number
  key_id: string
  at: Date
  signature: Buffer
}

export type AuditChainEnd = {
  only_one: Generated<boolean>
  position: number
  key_id: string
  seal: Buffer
  at: Date
}

export type AuditEntry = {
  order_id: number
  number: Generated<number>
  at: Date
  role: 'patient' | 'doctor' | 'lab' | 'phlebotomist' | 'share' | 'system' | 'operator'
  account_id: number | null
  share_id: string | null
  what: 'order_seen' | 'results_seen' | 'visit_seen' | 'checked_in' | 'sample_handled' | 'values_entered' | 'correction_begun' | 'report_read' | 'report_saved' | 'report_verified' | 'report_sent_back' | 'report_released' | 'report_corrected' | 'report_acknowledged' | 'report_withdrawn' | 'report_called' | 'share_made' | 'share_opened' | 'share_revoked' | 'patient_proven' | 'patient_refused' | 'labels_printed' | 'visit_moved' | 'worklist_searched' | 'counselling_noted' | 'photo_taken' | 'photo_seen' | 'break_glass' | 'clinical_request_changed' | 'value_confirmed'
  report_id: string | null
  report_number: number | null
  prev_hash: Generated<Buffer>
  hash: Generated<Buffer>
}

export type AuditHead = {
  order_id: number
  number: number
  hash: Buffer
  at: Date
}

export type AuditLink = {
  position: number
  source: string
  row_key: string
  form: number
  taken_over: boolean
  at: Date
  key_id: string
  mac: Buffer
}

export type AuditPending = {
  id: GeneratedAlways<number>
  source: string
  row_key: string
  taken_over: Generated<boolean>
  queued_at: Generated<Date>
}

export type AuditRestart = {
  id: GeneratedAlways<number>
  at: Date
  reason: string
}

export type BackupCheck = {
  kind: 'copy' | 'drill'
  good_at: Date | null
  failed_at: Date | null
  failure: string | null
  rpo_seconds: number | null
  rto_seconds: number | null
}

export type BookingDraft = {
  account_id: number
  version: Generated<string>
  answers: unknown
  lab: unknown | null
  tests: unknown
  updated_at: Date
  expires_at: Date
}

export type BreakGlass = {
  id: GeneratedAlways<number>
  order_id: number
  account_id: number
  because: 'patient_unreachable' | 'treatment_now' | 'other'
  reason: string
  at: Date
  expires_at: Date
}

export type BreakGlassReport = {
  break_glass_id: number
  report_id: string
  number: number
}

export type CallBudget = {
  provider: string
  calls_left: number
  per_second: number
  counted_at: Date
  paused_until: Date | null
  slowed_at: Date | null
  taken: number
}

export type CapacityChange = {
  id: GeneratedAlways<number>
  location_id: number
  account_id: number
  at: Date
  was: unknown
  became: unknown
}

export type CatalogueEdition = {
  only_row: Generated<boolean>
  edition: Generated<string>
}

export type ClinicalLimitsAccepted = {
  id: GeneratedAlways<number>
  lab_id: number
  edition: string
  accepted_rows: string[]
  accepted_by: number
  accepted_at: Date
}

export type ClinicalRequest = {
  order_id: number
  number: number
  pregnancy: 'not_pregnant' | 'pregnant' | 'not_known' | null
  week: number | null
  week_on: string | null
  last_period_on: string | null
  medicines: string[] | null
  indication: string | null
  is_urgent: boolean
  fasted_hours: number | null
  pretest_counselling: string | null
  intervals_of: 'Male' | 'Female' | null
  born_on: string | null
  is_born_about: Generated<boolean>
  account_id: number | null
  at: Date
}

export type Code = {
  id: Generated<string>
  account_id: number | null
  purpose: 'verify_account' | 'reset_password' | 'sign_in'
  state: Generated<'live' | 'used' | 'expired' | 'burned' | 'replaced'>
  takes_digits: boolean
  tries: Generated<number>
  issued_at: Date
  expires_at: Date
}

export type Collection = {
  id: Generated<string>
  order_id: number
  state: Generated<'requested' | 'assigned' | 'on_the_way' | 'collected' | 'delivered' | 'missed' | 'cancelled'>
  visit_on: string
  visit_time: string
  area_state: string
  area: string
  staff_id: string | null
  round: Generated<number>
  code_tries: Generated<number>
  arrived_at: Date | null
  collected_at: Date | null
  delivered_at: Date | null
  delivered_count: number | null
  missed_reason: 'nobody_home' | 'not_found' | 'declined' | 'not_the_patient' | 'unable' | null
  opened_at: Date
}

export type CollectionEvent = {
  id: GeneratedAlways<number>
  collection_id: string
  verb: string
  from_state: string
  to_state: string
  actor: string
  account_id: number | null
  staff_id: string | null
  reason: string | null
  at: Date
  said_at: Date | null
  heard_at: Date | null
}

export type ContactChange = {
  id: GeneratedAlways<number>
  account_id: number
  session_hash: Buffer
  browser: string
  began_at: Date
  stood: unknown
  acts: unknown
  token_hash: Buffer | null
  expires_at: Date | null
}

export type Counselling = {
  report_id: string
  number: number
  talks: 'lab' | 'doctor'
  noted_by: number
  noted_at: Date
  note: string
}

export type CountedTry = {
  id: GeneratedAlways<number>
  about: Buffer
  at: Date
}

export type CriticalCall = {
  id: GeneratedAlways<number>
  report_id: string
  number: number
  tier: 'immediate' | 'urgent'
  values_hash: Buffer
  opened_at: Date
  waits_since: Date
  due_at: Date
  same_as: number | null
  managers_mailed_at: Date | null
  ended_at: Date | null
  outcome: 'reached' | 'not_reached' | 'void' | null
}

export type CriticalCallAttempt = {
  id: string
  call_id: number
  made_by: number
  at: Date
  whom: 'patient' | 'guardian' | 'doctor' | 'other'
  name: string
  phone: string
  reached: boolean
  read_back: boolean | null
  note: string | null
}

export type CriticalLimit = {
  code: string
  analyte: string
  ucum: string | null
  sex: 'Male' | 'Female' | null
  from_amount: number
  from_unit: 'hours' | 'days' | 'months' | 'years'
  to_amount: number | null
  to_unit: 'hours' | 'days' | 'months' | 'years' | null
  trimesters: Generated<number[]>
  at_or_below: number | null
  at_or_above: number | null
  choices: Generated<string[]>
  tier: 'immediate' | 'urgent'
  source: string
  source_read: boolean
  approved_by: string | null
}

export type DatabaseIncarnation = {
  id: Generated<string>
  number: number
  began_at: Date
  restored_to: Date | null
  in_use_until: Date | null
  compared_at: Date | null
  heartbeat_at: Date
  system_identifier: string | null
  timeline: number | null
  recovery_target: Generated<string>
}

export type DeletionNotice = {
  account_id: number
  email: string
  name: string
  at: Date
}

export type DeliveredReport = {
  id: Generated<string>
  delivery_id: string
  number: number
  problem: 'no_accession' | 'several_samples' | 'unknown_accession' | 'not_received' | 'rejected' | 'order_over' | 'patient_differs' | 'values' | 'already_entered' | 'result_out' | null
  state: 'placed' | 'waiting' | 'set_aside' | 'forgotten'
  content: unknown | null
}

export type DeliveredReportEvent = {
  id: GeneratedAlways<number>
  delivered_report_id: string
  verb: 'open' | 'place' | 'set_aside'
  account_id: number
  order_id: number | null
  reason: string | null
  at: Date
}

export type Delivery = {
  id: Generated<string>
  lab_id: number
  system_id: number
  identifier_hash: Buffer
  content_hash: Buffer
  answer: string
  at: Date
}

export type Department = {
  name: string
  category: string
}

export type Dispute = {
  id: GeneratedAlways<number>
  provider_id: string
  payment_id: number | null
  transaction_reference: string | null
  amount_kobo: Kobo
  category: string
  status: string
  resolution: string | null
  due_at: Date | null
  opened_at: Date
  resolved_at: Date | null
  evidence: Generated<unknown>
}

export type DoctorCounselling = {
  order_id: number
  position: number
  test_id: number
  number: number
  noted_by: number
  consent_id: string
  noted_at: Date
  note: string
}

export type DoctorLicence = {
  id: string
  account_id: number
  name: string
  folio_number: string
  practising_year: number
  file_id: string | null
  document_type: 'application/pdf' | 'image/jpeg'
  document_hash: Buffer
  state: Generated<'submitted' | 'asked' | 'accepted' | 'refused' | 'suspended' | 'expired' | 'replaced' | 'withdrawn'>
  note: string | null
  submitted_at: Date
  decided_at: Date | null
  reminders: Generated<number>
}

export type DoctorLicenceEvent = {
  id: GeneratedAlways<number>
  licence_id: string
  verb: string
  from_state: string
  to_state: string
  actor: 'doctor' | 'operator' | 'system'
  account_id: number | null
  reason: string | null
  at: Date
}

export type EntryDraft = {
  report_id: string
  version: Generated<string>
  lines_version: string | null
  typed: unknown
  typed_by: number
  typed_at: Date
  expires_at: Date
}

export type ExpectedResistance = {
  code: string
  organisms: string[]
  agents: string[]
  source: string
  source_read: boolean
  approved_by: string | null
}

export type Favourite = {
  account_id: number
  lab_id: number
  at: Generated<Date>
}

export type Handover = {
  collection_id: string
  order_id: number
  account_id: number
  found_count: number
  at: Date
}

export type HandoverMissing = {
  collection_id: string
  specimen_id: string
  order_id: number
}

export type InvariantCheck = {
  name: string
  breaches: number
  checked_at: Date
}

export type JobWorker = {
  id: string
  alive_until: Date
}

export type KnownPassword = {
  hash: Buffer
}

export type Lab = {
  id: GeneratedAlways<number>
  slug: string
  name: string
  name_folded: GeneratedAlways<string | null>
  about: string
  founded_year: number | null
  accreditation: string
  registration_number: string
  registration_expires_on: string
  quality_assessment: Generated<string>
  iso_scope: Generated<string[]>
  turnaround_factor: Generated<number>
  departments: string[]
  home_collection: boolean
  collection_fee_kobo: Generated<Kobo>
  email: string
  phone: string
  offer_count: Generated<number>
  location_count: Generated<number>
  places_folded: Generated<string>
  active: Generated<boolean>
  demo: Generated<boolean>
  created_at: Generated<Date>
}

export type LabInterval = {
  id: GeneratedAlways<number>
  lab_id: number
  analyte_id: number
  ucum: string | null
  sex: 'Male' | 'Female' | null
  from_amount: number
  from_unit: 'hours' | 'days' | 'months' | 'years'
  to_amount: number | null
  to_unit: 'hours' | 'days' | 'months' | 'years' | null
  low: number | null
  high: number | null
  critical_low: number | null
  critical_high: number | null
  set_by: number
  set_at: Date
  ended_by: number | null
  ended_at: Date | null
}

export type LabLocation = {
  id: GeneratedAlways<number>
  lab_id: number
  position: number
  name: string
  address: string
  landmark: string
  area: string
  state: string
  latitude: number | null
  longitude: number | null
  opening_hours: string
  hours_said: Generated<boolean>
  departments: string[]
  collection_fee_kobo: Kobo | null
  visit_places: Generated<number>
  active: Generated<boolean>
}

export type LabMember = {
  staff_id: string
  lab_id: number
  duties: string[]
  licence: string | null
  qualification: string | null
}

export type LabMemberChange = {
  id: GeneratedAlways<number>
  staff_id: string
  lab_id: number
  duties: string[]
  locations: string[]
  licence: string | null
  qualification: string | null
  account_id: number | null
  at: Date
}

export type LabMemberLocation = {
  staff_id: string
  location_id: number
}

export type LabMethod = {
  id: GeneratedAlways<number>
  lab_id: number
  analyte_id: number
  method: string
  set_by: number
  set_at: Date
  ended_by: number | null
  ended_at: Date | null
}

export type LabOrder = {
  id: GeneratedAlways<number>
  reference: string
  account_id: number
  client_reference: string
  request_hash: Buffer
  state: Generated<'awaiting_payment' | 'scheduled' | 'sample_collected' | 'lab_processing' | 'results_ready' | 'cancelled' | 'expired'>
  lab_id: number
  location_id: number
  lab_slug: string
  lab_name: string
  location_name: string
  location_address: string
  mode: 'walkin' | 'sampleCollection'
  patient_name: string
  patient_email: string | null
  patient_phone: string
  patient_gender: 'Male' | 'Female'
  patient_born_on: string | null
  for_self: boolean | null
  person_id: string | null
  consent: 'guardian' | 'permission' | null
  consent_version: string | null
  collection_address: string | null
  collection_landmark: string | null
  collection_state: string | null
  collection_area: string | null
  collection_on: string | null
  collection_time: string | null
  set_off_at: Date | null
  fee_earned_at: Date | null
  held_seconds: Generated<number>
  show_tests: Generated<boolean>
  despite_sex: Generated<boolean>
  test_count: number
  sub_total_kobo: Kobo
  collection_fee_kobo: Kobo
  total_kobo: Kobo
  rate_id: number
  lab_share_kobo: Kobo
  doctor_share_kobo: Kobo
  phlebotomist_share_kobo: Kobo
  platform_share_kobo: Kobo
  demo: Generated<boolean>
  created_at: Date
  paid_at: Date | null
  expires_at: Date
  late_money_at: Date | null
  late_choice: 'keep' | 'new_day' | 'cancel' | null
}

export type LabOrderEvent = {
  id: GeneratedAlways<number>
  order_id: number
  verb: string
  from_state: string
  to_state: string
  actor: string
  account_id: number | null
  reason: string | null
  at: Date
}

export type LabOrderLine = {
  order_id: number
  position: number
  test_id: number
  name: string
  includes: Generated<string[]>
  price_kobo: Kobo
  fasting_hours: number
  preparation: string
  specimen: string
  turnaround_hours: number
}

export type LabSystem = {
  id: GeneratedAlways<number>
  lab_id: number
  name: string
  key_start: string
  key_hash: Buffer
  made_by: number
  made_at: Date
  last_used_at: Date | null
  revoked_by: number | null
  revoked_at: Date | null
}

export type LabUnit = {
  id: GeneratedAlways<number>
  lab_id: number
  analyte_id: number
  ucum: string
  unit: string
  catalogue_ucum: string
  factor: number | null
  decimals: number
  set_by: number
  set_at: Date
  ended_by: number | null
  ended_at: Date | null
}

export type LedgerAccount = {
  id: GeneratedAlways<number>
  kind: 'provider_clearing' | 'provider_fees' | 'lab' | 'doctor_pending' | 'doctor_wallet' | 'phlebotomist' | 'patient_credit' | 'platform_revenue' | 'unapplied' | 'refunds' | 'chargebacks' | 'own_bank'
  owner: Generated<string>
}

export type LedgerLine = {
  posting_id: number
  position: number
  account_id: number
  amount_kobo: Kobo
  at: Generated<Date>
}

export type LedgerPosting = {
  id: GeneratedAlways<number>
  business_key: string
  kind: string
  order_reference: string | null
  at: Generated<Date>
}

export type ListSeen = {
  id: GeneratedAlways<number>
  account_id: number
  lab_id: number
  what: 'worklist_seen' | 'worklist_searched'
  asked: Buffer
  shown: number
  at: Date
  quarter: Date
}

export type LoadedSet = {
  name: string
  hash: string
  loaded_at: Generated<Date>
}

export type LocationPause = {
  id: GeneratedAlways<number>
  location_id: number
  reason: string
  words: string
  again_on: string | null
  begun_at: Date
  begun_by: number
  ended_at: Date | null
  ended_by: number | null
}

export type Mailbox = {
  id: GeneratedAlways<number>
  recipient: string
  subject: string
  text: string
  html: string
  message_id: string
  at: Generated<Date>
}

export type MarketChange = {
  id: GeneratedAlways<number>
  test_id: number | null
  lab_id: number | null
}

export type MoneyCase = {
  id: GeneratedAlways<number>
  kind: 'held_money' | 'refund_stuck' | 'refund_failed' | 'dispute' | 'unknown_at_paystack' | 'missing_at_paystack' | 'amount_differs' | 'reversed_outside' | 'refund_unknown' | 'books_differ' | 'orphan_webhook' | 'late_choice' | 'visit_late_word' | 'result_withdrawn' | 'samples_given_up' | 'sample_awaited' | 'samples_missing' | 'critical_call_overdue' | 'critical_call_failed' | 'restored'
  subject: string
  order_reference: string | null
  amount_kobo: Kobo | null
  found: Generated<unknown>
  opened_at: Date
  due_at: Date | null
  closed_at: Date | null
  closed_by: number | null
  close_note: string | null
}

export type Notice = {
  key: string
  sent_at: Date
}

export type NoticeChoice = {
  account_id: number
  topic: 'bookings' | 'results' | 'money'
  channel: 'email' | 'sms' | 'whatsapp'
  is_on: boolean
  changed_at: Date
}

export type NoticeKey = {
  hash: Buffer
}

export type Offer = {
  lab_id: number
  test_id: number
  price_kobo: Kobo
  turnaround_hours: number | null
  at_home: Generated<boolean>
  active: Generated<boolean>
  paused: Generated<boolean>
  demo: Generated<boolean>
  updated_at: Generated<Date>
}

export type OpeningChange = {
  id: GeneratedAlways<number>
  location_id: number
  account_id: number | null
  at: Date
  was: string
  became: string
}

export type OrderSet = {
  id: Generated<string>
  account_id: number
  name: string
  changed_at: Date
}

export type OrderSetTest = {
  set_id: string
  position: number
  test_id: number
}

export type PackageTest = {
  package_id: number
  test_id: number
  position: number
}

export type PartnerApplication = {
  id: GeneratedAlways<number>
  client_reference: string
  request_hash: Buffer
  kind: 'lab' | 'pharmacy' | 'phlebotomist' | 'doctor'
  name: string
  organisation: string
  email: string
  phone: string
  home_state: string
  area: string
  message: string
  registration_number: string | null
  consented_at: Date
  state: Generated<'new' | 'contacted' | 'accepted' | 'declined'>
  created_at: Date
}

export type PartnerApplicationEvent = {
  id: GeneratedAlways<number>
  application_id: number
  verb: string
  from_state: string
  to_state: string
  actor: string
  reason: string | null
  at: Date
}

export type Passkey = {
  id: Generated<string>
  account_id: number
  place: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export type PasskeyChallenge = {
  purpose: 'add' | 'sign_in' | 'step_up'
  bound_to: Buffer
  hash: Buffer
  expires_at: Date
}

export type PatientCheck = {
  order_id: number
  wrong_tries: Generated<number>
  paused_until: Date | null
}

export type PatientProof = {
  order_id: number
  account_id: number
  at: Date
}

export type Payment = {
  id: GeneratedAlways<number>
  reference: string
  order_id: number
  link_id: string | null
  payer_email: string
  due_kobo: Kobo
  credit_kobo: Generated<Kobo>
  state: Generated<'started' | 'settled' | 'failed' | 'abandoned' | 'held' | 'refunding' | 'refunded'>
  settles_order: Generated<boolean>
  authorization_url: string | null
  opening_at: Date | null
  asked_at: Date | null
  captured_kobo: Kobo | null
  captured_currency: string | null
  fee_kobo: Kobo | null
  channel: string | null
  card_hash: Buffer | null
  provider_id: string | null
  hold_reason: string | null
  started_at: Date
  paid_at: Date | null
  check_at: Date | null
  checks: Generated<number>
}

export type PaymentEvent = {
  id: GeneratedAlways<number>
  payment_id: number
  verb: string
  from_state: string
  to_state: string
  actor: string
  reason: string | null
  at: Date
}

export type PaymentLink = {
  id: Generated<string>
  token_hash: Buffer
  order_id: number
  state: Generated<'active' | 'paid' | 'expired' | 'revoked'>
  created_at: Date
  expires_at: Date
}

export type PaymentLinkEvent = {
  id: GeneratedAlways<number>
  link_id: string
  verb: string
  from_state: string
  to_state: string
  actor: string
  at: Date
}

export type PaymentLinkShare = {
  id: GeneratedAlways<number>
  link_id: string
  account_id: number
  recipient: string
  at: Date
}

export type PaystackBody = {
  hash: Buffer
  event_id: GeneratedAlways<number>
  received_at: Date
  times: Generated<number>
}

export type PaystackEvent = {
  id: number
  body_hash: Buffer
  event: string
  reference: string | null
  body: Buffer
  received_at: Date
  outcome: 'applied' | 'ignored' | 'unknown_reference' | 'mismatch' | 'unreadable' | null
  handled_at: Date | null
  reduced_at: Date | null
}

export type Person = {
  id: Generated<string>
  account_id: number
  version: Generated<string>
  name: string | null
  gender: 'Male' | 'Female' | null
  born_on: string | null
  relationship: 'child' | 'spouse' | 'parent' | 'sibling' | 'other' | null
  email: string | null
  phone: string | null
  consent: 'guardian' | 'permission'
  consent_version: string
  consented_at: Date
  created_at: Date
  removed_at: Date | null
}

export type Phlebotomist = {
  staff_id: string
  daily_visits: Generated<number>
}

export type PhlebotomistArea = {
  staff_id: string
  state: string
  area: string
}

export type PhoneCode = {
  id: Generated<string>
  account_id: number
  channel: 'sms' | 'whatsapp'
  phone: string
  state: Generated<'live' | 'used' | 'burned' | 'replaced'>
  tries: Generated<number>
  issued_at: Date
  expires_at: Date
}

export type PhoneMessage = {
  id: Generated<string>
  notice_key: string
  channel: 'sms' | 'whatsapp'
  phone: string
  account_id: number | null
  kind: string
  subject: string
  topic: 'bookings' | 'results' | 'money' | null
  order_id: number | null
  job: string | null
  payload: string | null
  state: Generated<'queued' | 'sent' | 'refused' | 'unknown' | 'dropped'>
  provider_id: string | null
  reason: string | null
  queued_at: Date
  good_until: Date
  ended_at: Date | null
}

export type Place = {
  id: GeneratedAlways<number>
  state: string
  area: string
  lga: string
  latitude: number
  longitude: number
  capital: string
  geopolitical_zone: string
}

export type PlatformSecret = {
  only_row: Generated<boolean>
  key: Buffer
}

export type PlausibilityLimit = {
  code: string
  analyte: string
  ucum: string | null
  sex: 'Male' | 'Female' | null
  from_amount: number
  from_unit: 'hours' | 'days' | 'months' | 'years'
  to_amount: number | null
  to_unit: 'hours' | 'days' | 'months' | 'years' | null
  at_or_below: number | null
  at_or_above: number | null
  change_by: number | null
  change_percent: number | null
  within_days: number | null
  to_check: string
  source: string
  source_read: boolean
  approved_by: string | null
}

export type PregnancyLimit = {
  code: string
  analyte: string
  ucum: string
  trimester: number | null
  low: number | null
  high: number | null
  source: string
  source_read: boolean
  approved_by: string | null
}

export type PriceChange = {
  id: Generated<string>
  lab_id: number
  source: 'edit' | 'file' | 'percentage'
  percent_bps: number | null
  department: string | null
  based_on: number
  unchanged: number
  made_by: number
  made_at: Date
  confirmed_by: number | null
  confirmed_at: Date | null
  effective_on: string | null
  applied_at: Date | null
  withdrawn_by: number | null
  withdrawn_at: Date | null
}

export type PriceChangeLine = {
  change_id: string
  test_id: number
  price_kobo: Kobo | null
  active: boolean | null
  turnaround_hours: number | null
  at_home: boolean | null
  old_price_kobo: Kobo | null
  old_active: boolean | null
  old_turnaround_hours: number | null
  old_at_home: boolean | null
}

export type PriceHistory = {
  id: GeneratedAlways<number>
  lab_id: number
  test_id: number
  change_id: string | null
  account_id: number | null
  at: Date
  old_price_kobo: Kobo | null
  price_kobo: Kobo
  old_active: boolean | null
  active: boolean
  old_turnaround_hours: number | null
  turnaround_hours: number | null
  old_at_home: boolean | null
  at_home: boolean
}

export type PriceList = {
  lab_id: number
  version: Generated<number>
}

export type ProvenPhone = {
  account_id: number
  channel: 'sms' | 'whatsapp'
  phone: string
  proven_at: Date
  restored_at: Date | null
}

export type Purpose = {
  code: string
  name: string
  position: number
  search_key: GeneratedAlways<string | null>
}

export type PurposeTest = {
  purpose_code: string
  test_id: number
}

export type Rate = {
  id: GeneratedAlways<number>
  effective_from: Date
  lab_bps: number
  doctor_policy: 'percentage' | 'flat' | 'off'
  doctor_bps: number
  doctor_flat_kobo: Generated<Kobo>
  phlebotomist_bps: number
}

export type RateCount = {
  key: string
  points: number
  expire: number | null
}

export type ReadingConsent = {
  id: string
  person: string | null
  patient_email: string
  doctor_id: number
  account_id: number | null
  sensitive: boolean
  words_version: string
  given_at: Date
  expires_at: Date
  ended: 'withdrawn' | 'refused' | 'replaced' | 'account_deleted' | 'person_unclear' | 'doctor_suspended' | null
  ended_at: Date | null
}

export type ReadingReminder = {
  order_id: number
  at: Date
}

export type Receipt = {
  payment_id: number
  number: string
  issued_at: Date
}

export type ReceiptGap = {
  year: number
  first_number: number
  last_number: number
  incarnation_id: string
}

export type ReceiptYear = {
  year: number
  last_number: Generated<number>
}

export type Reconciliation = {
  day: string
  started_at: Date
  finished_at: Date | null
  provider_count: Generated<number>
  provider_kobo: Generated<Kobo>
  our_count: Generated<number>
  our_kobo: Generated<Kobo>
  mended: Generated<number>
  cases: Generated<number>
}

export type RecoveryCodeUsed = {
  account_id: number
  number: number
  at: Date
}

export type Refund = {
  id: Generated<string>
  payment_id: number
  request_key: string
  actor: 'patient' | 'doctor' | 'lab' | 'operator' | 'system'
  reason: string
  amount_kobo: Kobo
  source_kobo: Generated<Kobo>
  credit_kobo: Generated<Kobo>
  origin: 'shares' | 'unapplied'
  lab_kobo: Generated<Kobo>
  doctor_kobo: Generated<Kobo>
  phlebotomist_kobo: Generated<Kobo>
  platform_kobo: Generated<Kobo>
  state: Generated<'requested' | 'pending' | 'processing' | 'processed' | 'failed'>
  provider_id: string | null
  requested_at: Date
  check_at: Date | null
  checks: Generated<number>
  ended_at: Date | null
  retries: string | null
  retry_at: Date | null
  sending_until: Date | null
  needs_attention: Generated<boolean>
  refusal: string | null
  details_at: Date | null
  outside: 'dashboard' | 'bank' | 'dispute' | null
  outside_reference: string | null
  in_books: Generated<boolean>
}

export type RemovedFile = {
  key: string
  place: 'folder' | 's3'
  due_at: Generated<Date>
}

export type Report = {
  id: Generated<string>
  order_id: number
  position: number
  test_id: number
  test_name: string
}

export type ReportAttachment = {
  report_id: string
  number: number
  hash: Buffer
  original_hash: Buffer | null
  entered_by: number
}

export type ReportAuthor = {
  report_id: string
  number: number
  account_id: number
}

export type ReportEvent = {
  id: GeneratedAlways<number>
  report_id: string
  number: number
  verb: string
  from_state: string
  to_state: string
  actor: string
  account_id: number
  system_id: number | null
  reason: string | null
  at: Date
}

export type ReportFile = {
  report_id: string
  hash: Buffer
  file_id: string
  sha1: Buffer
  size: number
  pages: number
}

export type ReportSheet = {
  report_id: string
  number: number
  file_id: string
  file_hash: Buffer
  code_hash: Buffer
}

export type ReportUpload = {
  report_id: string
  account_id: number
  hash: Buffer
  piece: number
  bytes: Buffer
  at: Date
}

export type ReportVersion = {
  report_id: string
  number: number
  state: Generated<'draft' | 'verified' | 'released' | 'corrected' | 'withdrawn'>
  entered_by: number
  entered_at: Date
  filled_by_system: number | null
  verified_by: number | null
  verified_at: Date | null
  released_by: number | null
  released_at: Date | null
  counselled_by: 'lab' | 'doctor' | null
  correction: string | null
  preliminary: Generated<boolean>
  withdrawn_by: number | null
  withdrawn_at: Date | null
  withdrawn_because: 'wrong_patient' | 'unfit_sample' | 'wrong_measurement' | 'other' | null
  withdrawn_note: string | null
}

export type ReportingUnit = {
  analyte: string
  catalogue_ucum: string
  ucum: string
  unit: string
  loinc: string | null
  factor: number | null
  decimals: number
  source: string
}

export type RestoreFinding = {
  kind: 'unknown_at_paystack' | 'refund_unknown'
  subject: string
  incarnation_id: string
  amount_kobo: Kobo | null
  found_at: Date
}

export type ResultAcknowledged = {
  report_id: string
  number: number
  account_id: number
  withdrawn: Generated<boolean>
  at: Date
}

export type ResultOpened = {
  id: GeneratedAlways<number>
  report_id: string
  number: number
  account_id: number
  reader: 'patient' | 'lab' | 'doctor'
  consent_id: string | null
  break_glass_id: number | null
  way: 'screen' | 'file'
  at: Date
}

export type ResultReminded = {
  report_id: string
  number: number
  account_id: number
  at: Date
}

export type ResultShare = {
  id: string
  order_id: number
  account_id: number
  token_hash: Buffer
  passcode_hash: Buffer
  for_whom: string | null
  created_at: Date
  expires_at: Date
  report_count: number
  wrong_tries: Generated<number>
  locked_until: Date | null
  ended: 'revoked' | 'closed' | null
  ended_at: Date | null
}

export type ResultShareOpened = {
  id: GeneratedAlways<number>
  share_id: string
  way: 'screen' | 'file'
  device: 'android' | 'iphone' | 'ipad' | 'windows' | 'mac' | 'linux' | 'other'
  at: Date
}

export type ResultShareReport = {
  share_id: string
  report_id: string
}

export type ResultValue = {
  report_id: string
  number: number
  position: number
  analyte_id: number
  name: string
  kind: 'quantity' | 'choice' | 'text'
  structure: 'isolates' | null
  value: string | null
  not_measured: 'insufficient_specimen' | 'unsuitable_specimen' | 'not_available' | 'not_applicable' | 'not_requested' | 'triglycerides_high' | 'not_calculable' | null
  amount: number | null
  ucum: string | null
  unit: string | null
  catalogue_ucum: string | null
  catalogue_factor: number | null
  low: number | null
  high: number | null
  critical_low: number | null
  critical_high: number | null
  basis: 'lab' | 'catalogue' | 'unconfirmed' | 'adults_only' | 'pregnancy' | null
  flag: 'normal' | 'low' | 'high' | 'critical_low' | 'critical_high' | 'critical_abnormal' | 'abnormal' | null
  critical_tier: 'immediate' | 'urgent' | null
  comment: string | null
  method: string | null
  sent_value: string | null
  sent_unit: string | null
  entered_by: number
}

export type SecondFactor = {
  account_id: number
  salt: Generated<string>
  confirmed_at: Date | null
  last_step: Generated<number>
}

export type Session = {
  token_hash: Buffer
  account_id: number
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  awaits_factor: Generated<boolean>
  factor_tries: Generated<number>
  confirmed_at: Date | null
  device_hash: Buffer | null
  position: number | null
}

export type SignInFailure = {
  id: GeneratedAlways<number>
  email_hash: Buffer
  kind: 'password' | 'factor' | 'step_up'
  source: Buffer
  block: Buffer | null
  from_known_browser: boolean
  owner_notified: Generated<boolean>
  at: Date
}

export type Slot = {
  id: GeneratedAlways<number>
  location_id: number
  day: string
  starts: '07:00' | '09:00' | '11:00' | '13:00' | '15:00' | '17:00'
  places: number
  taken: Generated<number>
}

export type SlotCapacity = {
  location_id: number
  weekday: number
  starts: '07:00' | '09:00' | '11:00' | '13:00' | '15:00' | '17:00'
  places: number
}

export type SlotDay = {
  location_id: number
  day: string
  starts: '07:00' | '09:00' | '11:00' | '13:00' | '15:00' | '17:00'
  places: number
}

export type SlotPlace = {
  order_id: number
  slot_id: number
  held_until: Date | null
  holder_mailbox: string | null
  holder_phone: string | null
  held_from: Buffer | null
  is_newcomer: Generated<boolean>
}

export type Specimen = {
  id: Generated<string>
  order_id: number
  accession: string
  specimen: string
  container: string
  state: Generated<'expected' | 'collected' | 'received' | 'rejected' | 'given_up'>
  replaces: string | null
  expected_at: Date
  collected_at: Date | null
  collected_by: number | null
  received_at: Date | null
  received_by: number | null
  rejected_at: Date | null
  rejected_by: number | null
  rejected_reason: 'haemolysed' | 'clotted' | 'insufficient_volume' | 'wrong_container' | 'unlabelled' | 'leaked' | 'too_old' | 'other' | null
  rejected_note: string | null
  given_up_at: Date | null
  given_up_by: number | null
}

export type SpecimenEvent = {
  id: GeneratedAlways<number>
  specimen_id: string
  verb: string
  from_state: string
  to_state: string
  actor: string
  account_id: number | null
  reason: string | null
  at: Date
}

export type SpecimenTest = {
  specimen_id: string
  order_id: number
  position: number
  test_id: number
}

export type StaffMember = {
  id: Generated<string>
  type: 'operator' | 'lab' | 'phlebotomist'
  email: string
  name: string
  state: Generated<'invited' | 'accepted' | 'revoked'>
  account_id: number | null
  invited_by: number | null
  invited_at: Date
  expires_at: Date
  token_hash: Buffer | null
}

export type StaffMemberEvent = {
  id: GeneratedAlways<number>
  staff_id: string
  verb: string
  from_state: string
  to_state: string
  actor: string
  reason: string | null
  at: Date
}

export type StatedBirthDate = {
  order_id: number
  born_on: string
  account_id: number
  at: Date
}

export type StoredFile = {
  id: Generated<string>
  hash: Buffer
  size: number
  type: 'application/pdf' | 'image/jpeg'
  place: 'database' | 'folder' | 's3'
  key: string | null
  bytes: Buffer | null
  stored_at: Date
}

export type Test = {
  id: GeneratedAlways<number>
  code: string
  kind: Generated<'test' | 'package'>
  name: string
  name_folded: GeneratedAlways<string | null>
  also_known_as: string[]
  search_keys: GeneratedAlways<string[] | null>
  category: string
  department: string
  departments: string[]
  audience: Generated<string>
  specimen: string
  container: string
  fasting_hours: number
  preparation: string
  turnaround_hours: number
  home_collection: boolean
  sex: 'any' | 'male' | 'female'
  asks: Generated<string[]>
  loinc: string | null
  loinc_verified: boolean
  price_low_kobo: Kobo
  price_high_kobo: Kobo
  price_factor: number | null
  popular_rank: number | null
  summary: string
  sensitive: string | null
  sensitive_until: Date | null
  sensitive_own_from: number | null
  needs_counselling: Generated<boolean>
  counselling_until: Date | null
  sensitive_by_operator: Generated<boolean>
  analytes_by_operator: Generated<boolean>
}

export type TestMarket = {
  test_id: number
  counted_on: string
  lab_count: number
  price_from_kobo: Kobo | null
  price_to_kobo: Kobo | null
}

export type TimedNotice = {
  kind: 'placed' | 'reminder'
  order_id: number
  day: string
  asked_at: Date
}

export type TriedPassword = {
  password: Buffer
  email_hash: Buffer
  at: Date
}

export type UnitConversion = {
  sent_loinc: string
  analyte: string
  substance: string
  formula: string
  grams_per_mole: number | null
  charge: number | null
  decimals: number | null
  source: string
}

export type ValueConfirmation = {
  id: GeneratedAlways<number>
  report_id: string
  number: number
  entered_at: Date
  position: number
  value: string
  unit: string | null
  reason: string
  confirmed_by: number
  confirmed_at: Date
}

export type VisitAct = {
  id: string
  collection_id: string
  account_id: number
  verb: string
  refusal: string | null
  done_at: Date
  applied_at: Date
}

export type VisitPhoto = {
  id: string
  collection_id: string
  order_id: number
  round: number
  place: number
  account_id: number
  hash: Buffer
  file_id: string | null
  size: number
  width: number
  height: number
  taken_at: Date
  received_at: Date
  forgotten_at: Date | null
}

export type VisitSample = {
  collection_id: string
  specimen_id: string
  order_id: number
  reason: 'declined' | 'no_vein' | 'not_fasted' | 'no_container' | 'not_produced' | 'other' | null
  note: string | null
  at: Date
}

export type WebhookRejection = {
  minute: Date
  reason: string
  times: Generated<number>
}

export type WrongCode = {
  id: GeneratedAlways<number>
  email_hash: Buffer
  network: Buffer
  block: Buffer | null
  new_registration: boolean
  purpose: 'verify_account' | 'reset_password' | 'sign_in' | null
  evaluated: boolean
  at: Date
}

export type Tables = {
  accession_counter: AccessionCounter
  account: Account
  account_device: AccountDevice
  account_event: AccountEvent
  alarm: Alarm
  analyte: Analyte
  archived_part: ArchivedPart
  audit_anchor: AuditAnchor
  audit_chain_end: AuditChainEnd
  audit_entry: AuditEntry
  audit_head: AuditHead
  audit_link: AuditLink
  audit_pending: AuditPending
  audit_restart: AuditRestart
  backup_check: BackupCheck
  booking_draft: BookingDraft
  break_glass: BreakGlass
  break_glass_report: BreakGlassReport
  call_budget: CallBudget
  capacity_change: CapacityChange
  catalogue_edition: CatalogueEdition
  clinical_limits_accepted: ClinicalLimitsAccepted
  clinical_request: ClinicalRequest
  code: Code
  collection: Collection
  collection_event: CollectionEvent
  contact_change: ContactChange
  counselling: Counselling
  counted_try: CountedTry
  critical_call: CriticalCall
  critical_call_attempt: CriticalCallAttempt
  critical_limit: CriticalLimit
  database_incarnation: DatabaseIncarnation
  deletion_notice: DeletionNotice
  delivered_report: DeliveredReport
  delivered_report_event: DeliveredReportEvent
  delivery: Delivery
  department: Department
  dispute: Dispute
  doctor_counselling: DoctorCounselling
  doctor_licence: DoctorLicence
  doctor_licence_event: DoctorLicenceEvent
  entry_draft: EntryDraft
  expected_resistance: ExpectedResistance
  favourite: Favourite
  handover: Handover
  handover_missing: HandoverMissing
  invariant_check: InvariantCheck
  job_worker: JobWorker
  known_password: KnownPassword
  lab: Lab
  lab_interval: LabInterval
  lab_location: LabLocation
  lab_member: LabMember
  lab_member_change: LabMemberChange
  lab_member_location: LabMemberLocation
  lab_method: LabMethod
  lab_order: LabOrder
  lab_order_event: LabOrderEvent
  lab_order_line: LabOrderLine
  lab_system: LabSystem
  lab_unit: LabUnit
  ledger_account: LedgerAccount
  ledger_line: LedgerLine
  ledger_posting: LedgerPosting
  list_seen: ListSeen
  loaded_set: LoadedSet
  location_pause: LocationPause
  mailbox: Mailbox
  market_change: MarketChange
  money_case: MoneyCase
  notice: Notice
  notice_choice: NoticeChoice
  notice_key: NoticeKey
  offer: Offer
  opening_change: OpeningChange
  order_set: OrderSet
  order_set_test: OrderSetTest
  package_test: PackageTest
  partner_application: PartnerApplication
  partner_application_event: PartnerApplicationEvent
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
  patient_check: PatientCheck
  patient_proof: PatientProof
  payment: Payment
  payment_event: PaymentEvent
  payment_link: PaymentLink
  payment_link_event: PaymentLinkEvent
  payment_link_share: PaymentLinkShare
  paystack_body: PaystackBody
  paystack_event: PaystackEvent
  person: Person
  phlebotomist: Phlebotomist
  phlebotomist_area: PhlebotomistArea
  phone_code: PhoneCode
  phone_message: PhoneMessage
  place: Place
  platform_secret: PlatformSecret
  plausibility_limit: PlausibilityLimit
  pregnancy_limit: PregnancyLimit
  price_change: PriceChange
  price_change_line: PriceChangeLine
  price_history: PriceHistory
  price_list: PriceList
  proven_phone: ProvenPhone
  purpose: Purpose
  purpose_test: PurposeTest
  rate: Rate
  rate_count: RateCount
  reading_consent: ReadingConsent
  reading_reminder: ReadingReminder
  receipt: Receipt
  receipt_gap: ReceiptGap
  receipt_year: ReceiptYear
  reconciliation: Reconciliation
  recovery_code_used: RecoveryCodeUsed
  refund: Refund
  removed_file: RemovedFile
  report: Report
  report_attachment: ReportAttachment
  report_author: ReportAuthor
  report_event: ReportEvent
  report_file: ReportFile
  report_sheet: ReportSheet
  report_upload: ReportUpload
  report_version: ReportVersion
  reporting_unit: ReportingUnit
  restore_finding: RestoreFinding
  result_acknowledged: ResultAcknowledged
  result_opened: ResultOpened
  result_reminded: ResultReminded
  result_share: ResultShare
  result_share_opened: ResultShareOpened
  result_share_report: ResultShareReport
  result_value: ResultValue
  second_factor: SecondFactor
  session: Session
  sign_in_failure: SignInFailure
  slot: Slot
  slot_capacity: SlotCapacity
  slot_day: SlotDay
  slot_place: SlotPlace
  specimen: Specimen
  specimen_event: SpecimenEvent
  specimen_test: SpecimenTest
  staff_member: StaffMember
  staff_member_event: StaffMemberEvent
  stated_birth_date: StatedBirthDate
  stored_file: StoredFile
  test: Test
  test_market: TestMarket
  timed_notice: TimedNotice
  tried_password: TriedPassword
  unit_conversion: UnitConversion
  value_confirmation: ValueConfirmation
  visit_act: VisitAct
  visit_photo: VisitPhoto
  visit_sample: VisitSample
  webhook_rejection: WebhookRejection
  wrong_code: WrongCode
}

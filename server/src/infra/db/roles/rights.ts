/**
 * The database roles besides the owner. `login` roles are for the program, `group` roles for people: a DBA grants them to
 * personal logins. Roles exist once per cluster, and all its databases share them.
 */
export const databaseRoles = {
  labalaba_application: 'login',
  labalaba_worker: 'login',
  labalaba_reading: 'group',
  labalaba_reports: 'group',
} as const

export type DatabaseRole = keyof typeof databaseRoles

export const roleNames: readonly DatabaseRole[] = [
  'labalaba_application',
  'labalaba_worker',
  'labalaba_reading',
  'labalaba_reports',
]

/** The SQL that creates the roles; safe to repeat, and to run concurrently in several databases of a cluster. */
export const rolesSql: string = roleNames
  .map((role) => {
    const kind = databaseRoles[role] === 'login' ? 'login' : 'nologin'
    return `do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then
    create role ${role} ${kind};
  end if;
exception when duplicate_object or unique_violation then null;
end $$;`
  })
  .join('\n')

/** A table or a view, as the catalogue of the database describes it. */
export type Relation = {
  readonly schema: string
  readonly name: string
  readonly isView: boolean
  /** A part of another table, which has the rights: it is read and written through that table. */
  readonly isPartition: boolean
  readonly columns: readonly string[]
  /** Whether triggers forbid updates and deletions of every row. */
  readonly forbidsUpdate: boolean
  readonly forbidsDelete: boolean
}

type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/**
 * The rights of a role on a table or view, each as PostgreSQL names it, with its column if it is limited to columns. The
 * program can read and write a new table as far as its triggers allow, and `labalaba_reading` can read it.
 */
export function rightsOf(role: DatabaseRole, relation: Relation): string[] {
  const isOurs = relation.schema === 'public'
  if (isOurs && relation.isPartition) return []
  switch (role) {
    case 'labalaba_application':
      return isOurs ? ofProgram(relation, applicationsOwn) : (applicationsQueue[relation.name] ?? [])
    case 'labalaba_worker':
      return isOurs ? ofProgram(relation, workersOwn) : ofWorkerInQueue(relation)
    case 'labalaba_reading':
      return isOurs ? reading(relation) : []
    case 'labalaba_reports':
      return isOurs ? columnsOf(relation, reported[relation.name] ?? []) : []
  }
}

/** The worker alone adds links to the audit chain; the triggers that feed it write with the rights of their owner. */
const applicationsOwn: Readonly<Record<string, readonly Privilege[]>> = {
  ...{ audit_head: [], audit_pending: [], audit_link: [], audit_chain_end: [], audit_anchor: [] },
  ...{ audit_restart: [], migration: ['SELECT'], platform_secret: ['SELECT', 'INSERT'] },
  archived_part: ['SELECT'],
}

const workersOwn: typeof applicationsOwn = {
  ...{ audit_head: ['SELECT'], audit_pending: ['SELECT', 'DELETE'], audit_link: ['SELECT', 'INSERT'] },
  ...{ audit_chain_end: ['SELECT', 'INSERT', 'UPDATE'], audit_anchor: ['SELECT', 'INSERT'] },
  ...{ audit_restart: ['SELECT'], migration: ['SELECT'], platform_secret: ['SELECT', 'INSERT'] },
  archived_part: ['SELECT'],
}

/** The rights needed for adding a job. */
const applicationsQueue: Readonly<Record<string, Privilege[]>> = {
  _private_jobs: ['SELECT', 'INSERT', 'UPDATE'],
  _private_job_queues: ['SELECT', 'INSERT', 'UPDATE'],
  _private_tasks: ['SELECT', 'INSERT'],
}

/** The owner of a table can disable a trigger that forbids a change; without the right, the change is impossible anyway. */
function ofProgram(relation: Relation, own: typeof applicationsOwn): string[] {
  if (relation.isView) return ['SELECT']
  const { forbidsUpdate, forbidsDelete } = relation
  return [
    ...(own[relation.name] ?? [
      ...['SELECT', 'INSERT'],
      ...(forbidsUpdate ? [] : ['UPDATE']),
      ...(forbidsDelete ? [] : ['DELETE']),
    ]),
  ]
}

function ofWorkerInQueue({ name, isView }: Relation): string[] {
  return isView || name === 'migrations' ? ['SELECT'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
}

function reading(relation: Relation): string[] {
  const notShown = hidden[relation.name] ?? []
  if (notShown === 'all') return []
  if (notShown.length === 0) return ['SELECT']
  return columnsOf(
    relation,
    relation.columns.filter((column) => !notShown.includes(column)),
  )
}

function columnsOf({ columns }: Relation, shown: 'all' | readonly string[]): string[] {
  if (shown === 'all') return ['SELECT']
  return columns.filter((column) => shown.includes(column)).map((column) => `SELECT (${column})`)
}

/** What `labalaba_reading` cannot see: whole tables, or some columns. A test requires a decision about each such column. */
export const hidden: Readonly<Record<string, 'all' | readonly string[]>> = {
  // Secrets, codes, and unfinished drafts.
  ...{
    platform_secret: 'all',
    code: 'all',
    phone_code: 'all',
    second_factor: 'all',
    recovery_code_used: 'all',
    passkey: 'all',
    passkey_challenge: 'all',
  },
  ...{
    session: 'all',
    booking_draft: 'all',
    entry_draft: 'all',
    report_upload: 'all',
    audit_chain_end: 'all',
  },
  // Passwords and tries, and mail with working links.
  ...{ known_password: 'all', tried_password: 'all', sign_in_failure: 'all', wrong_code: 'all' },
  ...{ counted_try: 'all', rate_count: 'all', mailbox: 'all' },
  account: ['password_hash', 'device_hash'],
  account_device: ['device_hash'],
  // Pregnancy and medicines can be read only in the portal, where each view of an order is audited.
  clinical_request: 'all',
  contact_change: ['session_hash', 'token_hash'],
  critical_call: ['values_hash'],
  // Each access to a result from a connected system must be audited, so it can be read only in the portal.
  delivered_report: ['content'],
  delivery: ['identifier_hash', 'content_hash'],
  lab_order: ['client_reference', 'request_hash'],
  lab_system: ['key_hash'],
  list_seen: ['asked'],
  partner_application: ['client_reference', 'request_hash'],
  payment: ['authorization_url', 'card_hash'],
  payment_link: ['token_hash'],
  paystack_body: ['hash'],
  paystack_event: ['body', 'body_hash'],
  phone_message: ['payload'],
  report_sheet: ['code_hash'],
  result_share: ['token_hash', 'passcode_hash'],
  slot_place: ['held_from'],
  staff_member: ['token_hash'],
}

/**
 * What `labalaba_reports` can see: money and statistics. No name, contact, birth date or address of a patient, no order
 * number, no result. A person's account is only a number.
 */
export const reported: Readonly<Record<string, 'all' | readonly string[]>> = {
  ledger_account: 'all',
  ledger_posting: ['id', 'kind', 'at'],
  ledger_line: 'all',
  payment: [
    ...['id', 'order_id', 'due_kobo', 'state', 'settles_order', 'captured_kobo', 'captured_currency'],
    ...['fee_kobo', 'channel', 'hold_reason', 'started_at', 'paid_at', 'credit_kobo'],
  ],
  payment_event: ['id', 'payment_id', 'verb', 'from_state', 'to_state', 'at'],
  refund: [
    ...['id', 'payment_id', 'amount_kobo', 'state', 'requested_at', 'ended_at', 'actor', 'source_kobo'],
    ...['credit_kobo', 'origin', 'lab_kobo', 'doctor_kobo', 'phlebotomist_kobo', 'platform_kobo', 'outside'],
  ],
  dispute: ['id', 'payment_id', 'amount_kobo', 'category', 'status', 'resolution', 'due_at', 'opened_at'],
  money_case: ['id', 'kind', 'amount_kobo', 'opened_at', 'due_at', 'closed_at'],
  ...{ receipt_year: 'all', reconciliation: 'all', rate: 'all' },

  lab_order: [
    ...[
      'id',
      'state',
      'lab_id',
      'location_id',
      'lab_slug',
      'lab_name',
      'location_name',
      'mode',
      'test_count',
    ],
    ...[
      'sub_total_kobo',
      'collection_fee_kobo',
      'total_kobo',
      'rate_id',
      'lab_share_kobo',
      'doctor_share_kobo',
    ],
    ...['phlebotomist_share_kobo', 'platform_share_kobo', 'demo', 'created_at', 'paid_at', 'expires_at'],
    ...['collection_on', 'collection_state', 'held_seconds', 'fee_earned_at'],
  ],
  lab_order_line: ['order_id', 'position', 'test_id', 'name', 'price_kobo', 'turnaround_hours'],
  lab_order_event: ['id', 'order_id', 'verb', 'from_state', 'to_state', 'at'],
  collection: [
    ...['id', 'order_id', 'state', 'visit_on', 'visit_time', 'area_state', 'round', 'arrived_at'],
    ...['collected_at', 'delivered_at', 'delivered_count', 'missed_reason', 'opened_at'],
  ],
  specimen: [
    ...['id', 'order_id', 'specimen', 'container', 'state', 'expected_at', 'collected_at', 'received_at'],
    ...['rejected_at', 'rejected_reason', 'given_up_at'],
  ],
  report: ['id', 'order_id', 'position', 'test_id', 'test_name'],
  report_version: [
    ...['report_id', 'number', 'state', 'entered_at', 'verified_at', 'released_at', 'withdrawn_at'],
    ...['withdrawn_because', 'preliminary'],
  ],

  ...{ lab: 'all', lab_location: 'all', test: 'all', department: 'all', package_test: 'all', purpose: 'all' },
  ...{
    purpose_test: 'all',
    offer: 'all',
    price_history: 'all',
    test_market: 'all',
    place: 'all',
    slot: 'all',
  },
  ...{ location_pause: 'all', invariant_check: 'all', backup_check: 'all' },
}

type Refused = readonly [what: string, statements: readonly string[], guard: string]

const consentId = `'00000000-0000-4000-8000-00000000000e'`
const ended = `update reading_consent set ended = 'withdrawn', ended_at = now()`
const asAgreed = 'a doctor reads what the patient agrees to'

/**
 * Records of doctors’ access that the database refuses; `order` and `report` are a doctor’s own, with its
 * results released.
 */
export function doctorGuards(order: string, report: string): Refused[] {
  const agreed = ({
    person = 'person_of(lab_order)',
    email = 'lower(patient_email)',
    until = `interval '1 day'`,
    id = consentId,
    how = 'null, null',
  } = {}) => `
    insert into reading_consent (id, person, patient_email, doctor_id, sensitive, words_version, given_at, expires_at, ended, ended_at)
      select ${id}, ${person}, ${email}, account_id, false, 'by hand', now() - interval '1 hour', now() + ${until}, ${how}
      from lab_order where id = ${order}`
  const refused = agreed({ how: `'refused', now() - interval '1 hour'` })
  const read = (by = consentId) => `
    insert into result_opened (report_id, number, account_id, reader, way, at, consent_id)
      select ${report}, 1, account_id, 'doctor', 'screen', now(), ${by} from lab_order where id = ${order}`
  const seen = `insert into result_acknowledged (report_id, number, account_id, at)
    select ${report}, 1, account_id, now() from lab_order where id = ${order}`
  const seenAs = `insert into result_acknowledged (report_id, number, account_id, at, withdrawn)
    select ${report}, 1, account_id, now(),`
  const glass = ({ account = 'account_id', until = '72 hours', reason = 'by hand' } = {}) => `
    insert into break_glass (order_id, account_id, because, reason, at, expires_at)
      select id, ${account}, 'other', '${reason}', now(), now() + interval '${until}' from lab_order where id = ${order}`
  const glassOf = `insert into break_glass_report select max(id), ${report}, 1 from break_glass`
  const immediate = [
    'set local session_replication_role = replica',
    `update result_value set flag = 'critical_low', critical_tier = 'immediate' where report_id = ${report}`,
    'set local session_replication_role = origin',
  ]
  const readByGlass = `
    insert into result_opened (report_id, number, account_id, reader, way, at, break_glass_id)
      select ${report}, 1, account_id, 'doctor', 'screen', now(), (select max(id) from break_glass)
      from lab_order where id = ${order}`
  const asOpened = 'a doctor reads by break-glass what they have opened'
  const asked = `insert into reading_reminder select ${order}, now()`
  const own = `(select lower(email) from account where account.id = account_id)`
  return [
    ['a reading of a doctor without a consent', [read('null')], asAgreed],
    ['a reading of a doctor after it was withdrawn', [agreed(), ended, read()], asAgreed],
    ['a reading of a doctor after its year', [agreed({ until: `interval '-1 minute'` }), read()], asAgreed],
    [
      'a reading of a doctor by another patient’s consent',
      [agreed({ person: `'another person of that mailbox'` }), read()],
      asAgreed,
    ],
    [
      'a reading by a doctor of a sensitive test that was not meant',
      [
        agreed(),
        `update test set sensitive = 'x' where id = (select test_id from report where id = ${report})`,
        read(),
      ],
      asAgreed,
    ],
    [
      'a consent to more than was given',
      [agreed(), 'update reading_consent set sensitive = true'],
      'a consent stays',
    ],
    [
      'a consent in force again',
      [agreed(), ended, 'update reading_consent set ended = null, ended_at = null'],
      'a consent stays',
    ],
    ['a consent forgotten', [agreed(), 'delete from reading_consent'], 'reading_consent is append-only'],
    ['all consents forgotten', ['truncate reading_consent cascade'], 'is append-only'],
    ['a consent of nobody’s', [agreed({ person: 'null' })], 'reading_consent_of_a_person'],
    [
      'a consent of another person',
      [agreed(), `update reading_consent set person = 'another'`],
      'a consent stays',
    ],
    [
      'a date of birth stated of an order that has one',
      [
        `insert into stated_birth_date select ${order}, '1985-03-27', account_id, now() from lab_order where id = ${order}`,
      ],
      'is given no other',
    ],
    [
      'all stated dates of birth forgotten',
      ['truncate stated_birth_date'],
      'stated_birth_date is append-only',
    ],
    ['a consent for two years', [agreed({ until: `interval '2 years'` })], 'reading_consent_check'],
    ['a doctor’s consent to themselves', [agreed({ email: own })], 'who is somebody else'],
    [
      'a consent that becomes a refusal',
      [agreed(), `update reading_consent set ended = 'refused', ended_at = given_at`],
      'a consent stays',
    ],
    [
      'a refusal that was a consent',
      [agreed({ how: `'refused', now()` })],
      'only a refusal ends as it begins',
    ],
    [
      'a consent that begins at its end',
      [agreed({ how: `'withdrawn', now()` })],
      'a consent begins in force',
    ],
    ['two consents in force', [agreed(), agreed({ id: 'gen_random_uuid()' })], 'reading_consent_in_force'],
    ['a result acknowledged unread', [seen], 'what is acknowledged was read'],
    [
      'a result acknowledged as taken back that stands',
      [agreed(), read(), `${seenAs} true from lab_order where id = ${order}`],
      'only what was taken back is acknowledged so',
    ],
    [
      'a result taken back acknowledged unread',
      [`${seenAs} true from lab_order where id = ${order}`],
      'what is acknowledged was read',
    ],
    [
      'an answer of a patient that no lab member gave',
      [
        `insert into audit_entry (order_id, at, role, what) values (${order}, now(), 'lab', 'patient_proven')`,
      ],
      'audit_entry_check',
    ],
    [
      'an acknowledgement forgotten',
      [agreed(), read(), seen, 'delete from result_acknowledged'],
      'result_acknowledged is append-only',
    ],
    [
      'all acknowledgements forgotten',
      ['truncate result_acknowledged'],
      'result_acknowledged is append-only',
    ],
    ['break-glass by another account', [glass({ account: '1' })], 'for the verified doctor who booked'],
    [
      'break-glass by a doctor who is not verified',
      [`update doctor_licence set state = 'expired'`, glass()],
      'for the verified doctor who booked',
    ],
    ['break-glass after a refusal', [agreed(), ended, glass()], 'unless the patient has refused'],
    ['break-glass after a refusal without a consent', [refused, glass()], 'unless the patient has refused'],
    ['break-glass for a week', [glass({ until: '7 days' })], 'break_glass_ends'],
    ['break-glass without a reason', [glass({ reason: '' })], 'break_glass_reason_check'],
    [
      'break-glass of a result that can wait',
      [glass(), glassOf],
      'break-glass opens a report with an immediate value',
    ],
    ['a reading by break-glass of what was not opened', [glass(), readByGlass], asOpened],
    [
      'a reading by break-glass after a refusal',
      [...immediate, glass(), glassOf, agreed(), ended, readByGlass],
      asOpened,
    ],
    [
      'a reading by break-glass after a refusal without a consent',
      [...immediate, glass(), glassOf, refused, readByGlass],
      asOpened,
    ],
    [
      'a reading by break-glass by a doctor who is not verified any more',
      [...immediate, glass(), glassOf, `update doctor_licence set state = 'expired'`, readByGlass],
      asOpened,
    ],
    [
      'a reading by break-glass and by consent',
      [
        ...[...immediate, agreed(), glass(), glassOf],
        readByGlass
          .replace('at, break_glass_id', `at, consent_id, break_glass_id`)
          .replace('now(), (', `now(), ${consentId}, (`),
      ],
      'result_opened_consent_check',
    ],
    ['break-glass forgotten', [glass(), 'delete from break_glass'], 'break_glass is append-only'],
    ['all break-glass forgotten', ['truncate break_glass cascade'], 'is append-only'],
    [
      'a report of break-glass forgotten',
      [...immediate, glass(), glassOf, 'delete from break_glass_report'],
      'break_glass_report is append-only',
    ],
    ['all reports of break-glass forgotten', ['truncate break_glass_report'], 'is append-only'],
    ['a reminder forgotten', [asked, 'delete from reading_reminder'], 'reading_reminder is append-only'],
    ['all reminders forgotten', ['truncate reading_reminder'], 'reading_reminder is append-only'],
    ['a patient asked twice by one order', [asked, asked], 'reading_reminder_pkey'],
  ]
}

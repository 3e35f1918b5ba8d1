type Refused = readonly [what: string, statements: readonly string[], guard: string]

const consentId = `'00000000-0000-4000-8000-00000000000e'`
const ended = `update reading_consent set ended = 'withdrawn', ended_at = now()`
const asAgreed = 'a doctor reads what the patient agrees to'

/** What the database refuses of what doctors read; `order` and `report` are a doctor's own, with its results out. */
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
  const read = (by = consentId) => `
    insert into result_opened (report_id, number, account_id, reader, way, at, consent_id)
      select ${report}, 1, account_id, 'doctor', 'screen', now(), ${by} from lab_order where id = ${order}`
  const seen = `insert into result_acknowledged (report_id, number, account_id, at)
    select ${report}, 1, account_id, now() from lab_order where id = ${order}`
  const seenAs = `insert into result_acknowledged (report_id, number, account_id, at, withdrawn)
    select ${report}, 1, account_id, now(),`
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
      'a reading by a doctor of a protected test that was not meant',
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
    ['a reminder forgotten', [asked, 'delete from reading_reminder'], 'reading_reminder is append-only'],
    ['all reminders forgotten', ['truncate reading_reminder'], 'reading_reminder is append-only'],
    ['a patient asked twice by one order', [asked, asked], 'reading_reminder_pkey'],
  ]
}

type Refused = readonly [what: string, statements: readonly string[], guard: string]

const consentId = `'00000000-0000-4000-8000-00000000000d'`
const asAgreed = 'a doctor talks with a patient who agrees'

/**
 * Counselling notes of doctors that the database refuses; `order` and `report` are a doctor’s own, with its
 * results released.
 */
export function counsellingGuards(order: string, report: string): Refused[] {
  const agreed = ({ sensitive = true, person = 'person_of(lab_order)', until = `interval '1 day'` } = {}) => `
    insert into reading_consent (id, person, patient_email, doctor_id, sensitive, words_version, given_at, expires_at)
      select ${consentId}, ${person}, lower(patient_email), account_id, ${sensitive}, 'by hand', now() - interval '1 hour', now() + ${until}
      from lab_order where id = ${order}`
  const noted = (number = 1) => `
    insert into doctor_counselling (order_id, position, test_id, number, noted_by, consent_id, noted_at, note)
      select o.id, position, test_id, ${number}, o.account_id, ${consentId}, now(), 'by hand'
      from report join lab_order o on o.id = order_id where report.id = ${report}`
  const unguarded = 'alter table doctor_counselling disable trigger doctor_counselling_comes_before'
  const test = `(select test_id from report where id = ${report})`
  return [
    ['a talk noted without a word on such tests', [agreed({ sensitive: false }), noted()], asAgreed],
    [
      'a talk noted after the consent was taken back',
      [agreed(), `update reading_consent set ended = 'withdrawn', ended_at = now()`, noted()],
      asAgreed,
    ],
    ['a talk noted after its year', [agreed({ until: `interval '-1 minute'` }), noted()], asAgreed],
    [
      'a talk noted by another patient’s consent',
      [agreed({ person: `'another person of that mailbox'` }), noted()],
      asAgreed,
    ],
    ['a talk noted once it is out', [agreed(), noted()], 'before the result is out'],
    ['a talk noted for a correction ahead', [agreed(), noted(2)], 'before the result is out'],
    ['two talks noted for one result', [agreed(), unguarded, noted(), noted()], 'doctor_counselling_pkey'],
    [
      'a talk noted over',
      [agreed(), unguarded, noted(), `update doctor_counselling set note = 'otherwise'`],
      'doctor_counselling is append-only',
    ],
    [
      'a talk forgotten',
      [agreed(), unguarded, noted(), 'delete from doctor_counselling'],
      'doctor_counselling is append-only',
    ],
    ['all talks forgotten', ['truncate doctor_counselling'], 'is append-only'],
    ['all notes of the lab forgotten', ['truncate counselling'], 'is append-only'],
    [
      'a sensitive test forgotten',
      [
        `update test set sensitive = 'x' where id = ${test}`,
        `update test set sensitive = null where id = ${test}`,
      ],
      'is not forgotten',
    ],
    [
      'counselling forgotten',
      [
        `update test set sensitive = 'x', needs_counselling = true where id = ${test}`,
        `update test set needs_counselling = false where id = ${test}`,
      ],
      'needed counselling',
    ],
    [
      'counselling for a test that is not sensitive',
      [`update test set needs_counselling = true where code = 'fbc'`],
      'test_counselling_sensitive',
    ],
    [
      'counselling that ended and never was',
      [`update test set counselling_until = now() where code = 'fbc'`],
      'test_counselling_ended',
    ],
    [
      'a sensitive package',
      [`update test set sensitive = 'x' where code = 'liver-check'`],
      'test_sensitive_alone',
    ],
    [
      'a test that was sensitive and never was',
      [`update test set sensitive_until = now() where code = 'fbc'`],
      'test_sensitive_ended',
    ],
  ]
}

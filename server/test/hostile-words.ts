import type { World } from './world.ts'

/**
 * Invisible marks, and marks that change the text’s direction: each could make a reader see other text than
 * is there.
 */
export const unseen =
  /[\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u

/** What an attacker may type: a formula, HTML, a header of a mail, a link, hidden marks and one long word. */
export const hostileWords =
  '=cmd|"/C calc"!A0<img src=x onerror=alert(1)>\r\nBcc: all@evil.example\u202E\u200Fgnp\u200B\u061C\u{e0041} ' +
  `https://evil.example/ ${'W'.repeat(60)}`

/** As much of it as fits into a short column. */
const shortWords = hostileWords.slice(0, 60)

/** Every column with text that users type: a patient, a lab, a doctor or an operator. */
const typedWords: Readonly<Record<string, readonly string[]>> = {
  account: ['name', 'username', 'address'],
  break_glass: ['reason'],
  clinical_request: ['indication', 'pretest_counselling'],
  collection_event: ['reason'],
  counselling: ['note'],
  deletion_notice: ['name'],
  critical_call_attempt: ['name', 'note'],
  dispute: ['resolution'],
  doctor_licence: ['name', 'note'],
  lab: ['name', 'about'],
  lab_location: ['name', 'landmark'],
  lab_member: ['qualification'],
  lab_method: ['method'],
  lab_order: [
    ...['lab_name', 'location_name', 'location_address', 'patient_name'],
    ...['collection_address', 'collection_landmark'],
  ],
  lab_order_event: ['reason'],
  lab_order_line: ['name', 'preparation'],
  lab_system: ['name'],
  location_pause: ['reason', 'words'],
  money_case: ['close_note'],
  order_set: ['name'],
  partner_application: ['name', 'organisation', 'message', 'registration_number'],
  person: ['name'],
  refund: ['refusal'],
  report: ['test_name'],
  report_version: ['correction', 'withdrawn_note'],
  result_share: ['for_whom'],
  result_value: ['name', 'value', 'unit', 'comment', 'method', 'sent_unit'],
  specimen: ['specimen', 'rejected_note'],
  staff_member: ['name'],
  test: ['name', 'preparation', 'specimen', 'container'],
  value_confirmation: ['reason'],
  visit_sample: ['note'],
}

/** A prefix that makes rows unique. */
const oneOfItsKind = new Set(['lab.name', 'test.name'])

/**
 * Puts hostile text into every column of user text, bypassing all validation: as if one check had a hole, or
 * the text were older than it. History triggers are off meanwhile.
 */
export async function typeHostileWords({ sql }: World): Promise<void> {
  const refused: string[] = []
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const type = async (table: string, column: string, words: string) =>
      await tx
        .savepoint((inner) =>
          oneOfItsKind.has(`${table}.${column}`)
            ? inner`update ${inner(table)} set ${inner(column)} = ${words} || id`
            : inner`update ${inner(table)} set ${inner(column)} = ${words} where ${inner(column)} is not null`,
        )
        .then(
          () => true,
          () => false,
        )
    for (const [table, columns] of Object.entries(typedWords))
      for (const column of columns)
        if (!(await type(table, column, hostileWords)) && !(await type(table, column, shortWords)))
          refused.push(`${table}.${column}`)
  })
  if (refused.length > 0) throw new Error(`these columns take no such words: ${refused.join(', ')}`)
}

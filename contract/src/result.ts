import * as z from 'zod/mini'
import { reportAttachment } from './attachment.ts'
import { orderParams, orderState } from './booking.ts'
import { calculation } from './calculated-line.ts'
import { clinicalRequest } from './clinical-request.ts'
import { counselling } from './counselling.ts'
import { criticalCall, criticalTier } from './critical-call.ts'
import { endpoint } from './endpoint.ts'
import { expectedResistance } from './expected-resistance.ts'
import { gender } from './gender.ts'
import { isolates, textStructure } from './isolates.ts'
import { notMeasured } from './not-measured.ts'
import { criticalInPregnancy, pregnancyLimit } from './pregnancy.ts'
import { entryDraft, linesVersion } from './result-draft.ts'
import { criticalLimit, intervalBasis, resultFlag } from './result-judgement.ts'
import { longestLineComment, longestText, oneLineCharacters, typedCharacters } from './result-text.ts'
import { confirmationLength, resultWarning, valueConfirmation, warningLimit } from './result-warning.ts'
import { withdrawalReason } from './result-withdrawal.ts'

export const reportState = z.enum(['draft', 'verified', 'released', 'corrected', 'withdrawn'])
export type ReportState = z.infer<typeof reportState>

export const analyteKind = z.enum(['quantity', 'choice', 'text'])
export type AnalyteKind = z.infer<typeof analyteKind>

const limit = z.nullable(z.number())

/** An empty line of a report, for a patient of this sex. */
const analyteLine = z.object({
  position: z.number(),
  name: z.string(),
  kind: analyteKind,
  structure: textStructure,
  unit: z.nullable(z.string()),
  choices: z.array(z.string()),
  /** Normal choices; if empty, no choice is flagged. */
  expected: z.array(z.string()),
  /** Whether a report is final only with a value for it, or with why it was not measured. */
  needed: z.boolean(),
  /** How it follows from other lines; null if it does not. */
  calculation: z.nullable(calculation),
  low: limit,
  high: limit,
  criticalLow: limit,
  criticalHigh: limit,
  /** Further critical limits for this patient, by age and sex. */
  criticals: z.array(criticalLimit),
  /** Values that should be checked, for this patient. */
  warningLimits: z.array(warningLimit),
  /** Of a culture, the agents that organisms are expected to resist; empty for any other line. */
  resistances: z.array(expectedResistance),
  /** Null if no interval applies. */
  basis: z.nullable(intervalBasis),
  /** Limits that hold if the report says that the patient is pregnant. */
  inPregnancy: z.array(pregnancyLimit),
  /** Further critical limits that hold then, in their trimesters. */
  criticalsInPregnancy: z.array(criticalInPregnancy),
  /** Whether this line asks if the patient is pregnant. */
  asksPregnancy: z.boolean(),
  /** How the lab measures it now, in its own words; null if it has not said. */
  method: z.nullable(z.string()),
  /** The last released value of the same analyte for the same patient. */
  last: z.nullable(z.object({ value: z.string(), unit: z.nullable(z.string()), at: z.string() })),
})
export type AnalyteLine = z.infer<typeof analyteLine>

/** An entered value, with the interval that judges it; or a line that was not measured. */
export const resultValue = z.object({
  position: z.number(),
  name: z.string(),
  kind: analyteKind,
  /** If it was not measured, the words that say so and why. */
  value: z.string(),
  /** What a text of isolates says; null for every other value. */
  isolates: z.nullable(isolates),
  /** Null if it was measured. */
  notMeasured: z.nullable(notMeasured),
  unit: z.nullable(z.string()),
  low: limit,
  high: limit,
  /** Null if no interval applies, or the value was entered before the basis was recorded. */
  basis: z.nullable(intervalBasis),
  flag: z.nullable(resultFlag),
  /** Null if it is not critical. */
  tier: z.nullable(criticalTier),
  /** What the lab says about this line, such as "Slightly haemolysed"; null if nothing. */
  comment: z.nullable(z.string()),
  /** How the lab measured it, in its own words; null if it has not said. */
  method: z.nullable(z.string()),
})
export type ResultValue = z.infer<typeof resultValue>

/** A value as the lab sees it. */
const labValue = z.extend(resultValue, {
  /** What the lab's system sent, if the value was converted from it. */
  sent: z.nullable(z.object({ value: z.string(), unit: z.string() })),
})
export type LabValue = z.infer<typeof labValue>

const reportVersion = z.object({
  number: z.number(),
  state: reportState,
  /** First names only. */
  enteredBy: z.string(),
  /** The connected system that entered the values, until a staff member checks them; until then it is not verified. */
  filledBy: z.nullable(z.string()),
  enteredAt: z.string(),
  verifiedBy: z.nullable(z.string()),
  verifiedAt: z.nullable(z.string()),
  releasedAt: z.nullable(z.string()),
  /** Who counsels the patient about it, and who noted that, when, and how. */
  counselling: z.nullable(counselling),
  /** Verified or released before all its results are there. */
  preliminary: z.boolean(),
  /** It follows a preliminary version, and corrects nothing. */
  completes: z.boolean(),
  /** Why a version after the first corrects the one before, or adds to it; null if it completes a preliminary one. */
  correction: z.nullable(z.string()),
  /** It corrects nothing: each value of the version before stands, and there are further ones, or comments. */
  addsOnly: z.boolean(),
  values: z.array(labValue),
  /** Values to check before the next step. Empty unless it is the newest version and not released. */
  warnings: z.array(resultWarning),
  /** Values beyond a limit that stops, which a verifier confirmed. A later entry needs new ones. */
  confirmations: z.array(valueConfirmation),
  /** The lab's own PDF, with the values or instead of them. */
  attachment: z.nullable(reportAttachment),
  withdrawal: z.nullable(
    z.object({ by: z.string(), at: z.string(), because: withdrawalReason, note: z.string() }),
  ),
})
export type ReportVersion = z.infer<typeof reportVersion>

/** What the caller may do with a report now. The server checks it again on each action. */
const reportActs = z.enum([
  ...(['enter', 'verify', 'verify_preliminary', 'send_back', 'release'] as const),
  ...(['correct', 'withdraw', 'log_call'] as const),
])
export type ReportAct = z.infer<typeof reportActs>

const labReport = z.object({
  id: z.string(),
  test: z.string(),
  /** The package that it belongs to. */
  partOf: z.nullable(z.string()),
  /** Why only the patient reads it; null if it is not sensitive. */
  sensitive: z.nullable(z.string()),
  /** Whether it is released only with counselling. */
  needsCounselling: z.boolean(),
  /** Whether the doctor who booked may counsel the patient: the patient lets them read such results. */
  doctorMayTalk: z.boolean(),
  /** That doctor's counselling note for the next version. */
  doctorTalked: z.nullable(counselling),
  /** Whether its sample is at the lab. */
  ready: z.boolean(),
  /**
   * When its sample was taken, or received if the first is unknown: values are judged by the age on that day. Null while
   * no sample is at the lab.
   */
  takenAt: z.nullable(z.string()),
  /** The accession numbers of its received samples. */
  accessions: z.array(z.string()),
  /** Its values are read by age, and neither the booking nor the lab says how old the patient is. */
  needsBirthDate: z.boolean(),
  analytes: z.array(analyteLine),
  /** The version of these lines. It changes when a line measures something else, such as in another unit. */
  linesVersion: z.string(),
  /**
   * The names of lines that a final report needs, and for which an entered draft has neither a value nor why it was not
   * measured. While there are any, the draft cannot be verified; a draft with a PDF has none.
   */
  missing: z.array(z.string()),
  /** The newest first; empty before anything is entered. */
  versions: z.array(reportVersion),
  /** The call about the newest version with a critical value that a person has verified; null if there is none. */
  call: z.nullable(criticalCall),
  /** Values that were typed and not saved. */
  draft: z.nullable(entryDraft),
  may: z.array(reportActs),
})
export type LabReport = z.infer<typeof labReport>

const labResults = z.object({
  reference: z.string(),
  state: orderState,
  location: z.string(),
  patient: z.object({ name: z.string(), gender, dob: z.nullable(z.string()) }),
  clinical: clinicalRequest,
  /** The doctor who booked, as patients know them; null if a doctor did not book. */
  requestedBy: z.nullable(z.string()),
  reports: z.array(labReport),
})
export type LabResults = z.infer<typeof labResults>

const reportParams = z.strictObject({ id: z.string().check(z.uuid()) })
const reason = z.string().check(z.trim(), z.maxLength(300), z.regex(/^[^\p{Cc}]{3,300}$/u))
/** The version of a draft that the caller has seen: when it was last entered. */
const seen = z.string().check(z.maxLength(40))
const position = z.number().check(z.int(), z.minimum(1), z.maximum(1000))
const { min: shortest, max: longest } = confirmationLength
const confirmationReason = z
  .string()
  .check(z.trim(), z.maxLength(longest), z.regex(new RegExp(`^[^\\p{Cc}]{${shortest},${longest}}$`, 'u')))
const nothing = z.object({})

export const readLabResults = endpoint('GET /v0/lab/orders/:reference/results', {
  summary:
    "The reports of an order of the caller's lab: what must be entered, what was entered, and what the caller may do now.",
  access: 'lab',
  params: orderParams,
  reply: labResults,
  refusals: ['not_found'],
})

export const enterResults = endpoint('PUT /v0/lab/reports/:id/values', {
  summary:
    'Enters all values of a draft at once. Empty values are left out. A text may have several lines and paragraphs. A line that was not measured has the words for its reason as its value, such as “Not measured: not enough specimen”. Calculated lines get their value from the others: what is sent for them is ignored. Each other line may have a comment. A correction may change the method alone.',
  access: 'lab',
  longBody: true,
  params: reportParams,
  body: z.strictObject({
    values: z
      .array(
        z.strictObject({
          position,
          value: z.string().check(z.trim(), z.maxLength(longestText), z.regex(typedCharacters)),
          /** What the lab says about this line. It needs a value, or why the line was not measured. */
          comment: z.optional(
            z.string().check(z.trim(), z.maxLength(longestLineComment), z.regex(oneLineCharacters)),
          ),
          /**
           * The value was measured by the lab's method of now. Without it, a value that stands as the version before
           * released it keeps the method of that version.
           */
          methodNow: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(200)),
    /** When the draft that this is based on was entered; null if there was none. */
    basedOn: z.nullable(seen),
    /** The version of the stored result draft, which is deleted with this call. */
    typed: z.optional(z.nullable(z.string().check(z.uuid()))),
    /**
     * The lines that the values were typed on. A client that shows them to a user sends it; if they have changed, nothing
     * is entered.
     */
    linesVersion: z.optional(linesVersion),
  }),
  reply: nothing,
  refusals: ['not_found', 'wrong_state', 'result_changed', 'lines_changed', 'not_your_duty'],
})

export const verifyReport = endpoint('POST /v0/lab/reports/:id/verification', {
  summary:
    'Verifies what another person entered, in the version that the caller saw. Without a PDF, each line that a final report needs must have a value, or say why it was not measured; a preliminary version may miss some. When that is released, the next version begins with its values, and the order waits for it. A value beyond a plausibility limit that a pathologist has signed, or that the lab has accepted, needs a reason why it is right.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({
    seen,
    preliminary: z.optional(z.boolean()),
    /** Why values are right that have a warning which stops. What is said of other values is ignored. */
    confirmed: z.optional(
      z.array(z.strictObject({ position, reason: confirmationReason })).check(z.maxLength(200)),
    ),
  }),
  reply: nothing,
  refusals: [
    ...([
      'not_found',
      'wrong_state',
      'result_changed',
      'not_your_duty',
      'own_entry',
      'limits_not_accepted',
    ] as const),
    ...(['not_checked', 'values_missing', 'values_not_confirmed', 'birth_date_needed'] as const),
  ],
})

export const sendBackReport = endpoint('DELETE /v0/lab/reports/:id/verification', {
  summary: 'Turns a verified report that was not released into a draft again, with a reason.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ reason }),
  reply: nothing,
  refusals: ['not_found', 'wrong_state', 'not_your_duty'],
})

export const releaseReport = endpoint('POST /v0/lab/reports/:id/release', {
  summary:
    'Releases a verified report to the patient, and moves the order on with the last one. A report that needs counselling needs someone who talks to the patient about it, and a note of the lab or of the doctor. The doctor can do this only if they booked it and the patient lets them read such results. A report that lacks a line which its findings need must be sent back first.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({
    counselledBy: z.nullable(z.enum(['lab', 'doctor'])),
    /**
     * A note of the counselling or of what was agreed, for the lab only. Not needed if the doctor counsels and has noted
     * it.
     */
    note: z.optional(reason),
  }),
  reply: nothing,
  refusals: ['not_found', 'wrong_state', 'not_your_duty', 'values_missing', 'counselling_needed', 'busy'],
})

export const correctReport = endpoint('POST /v0/lab/reports/:id/correction', {
  summary:
    'Begins a new version of a released report, with its values, its PDF and a reason. A new version of a withdrawn report begins without them. The released version stays until the new one is released.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ reason }),
  reply: nothing,
  refusals: ['not_found', 'wrong_state', 'not_your_duty'],
})

import * as z from 'zod/mini'

/** Who did something with an order: their role, and the first name of a staff member where it may be shown. */
const hand = z.object({
  role: z.enum(['lab', 'phlebotomist', 'patient', 'doctor']),
  name: z.nullable(z.string()),
})
export type ByWhom = z.infer<typeof hand>

/** An event of one sample. */
const sampleStep = z.object({
  what: z.enum(['collected', 'received', 'not_taken', 'rejected', 'given_up']),
  at: z.string(),
  by: z.nullable(hand),
})
export type SampleStep = z.infer<typeof sampleStep>

/** One sample with its replacements: a rejected sample and the one taken in its place are one entry. */
const sampleProgress = z.object({
  /** The kind, such as blood; null for a reader who has not signed in, as it may reveal a test. */
  kind: z.nullable(z.string()),
  /** `again` if it must be taken again, in place of a rejected or untaken sample. */
  state: z.enum(['expected', 'again', 'collected', 'received', 'given_up']),
  /** Oldest first. */
  steps: z.array(sampleStep),
})
export type SampleProgress = z.infer<typeof sampleProgress>

/**
 * What happens next with an order, or has to happen. Always the current situation, whatever was planned.
 * pay: it must be paid. choose: its money came late, and its owner decides what to do with it.
 * visit: a home visit is ahead. on_the_way, with_patient: the phlebotomist is on the way, or there.
 * overdue: no phlebotomist was sent in time, or the one sent had not set off when the window ended.
 * unheard: the phlebotomist set off and has not reported since. missed: no sample was given.
 * nobody_goes: a visit is needed but no phlebotomist serves the area; the lab takes the sample at its desk, or what can be
 * cancelled is.
 * again, left_out: a sample was rejected or missed and no visit is planned; another visit or the lab takes it, free of
 * charge.
 * walk_in, rest: the patient goes to the lab, for all samples or for the rest. to_lab: the samples are on their way to the
 * bench.
 * results: results are being made. read: they are released. none: the order was cancelled or has expired.
 */
export const nextStep = z.enum([
  ...(['pay', 'choose', 'visit', 'on_the_way', 'with_patient', 'overdue', 'unheard', 'missed'] as const),
  ...(['nobody_goes', 'again', 'left_out', 'walk_in', 'rest', 'to_lab', 'results', 'read', 'none'] as const),
])
export type NextStep = z.infer<typeof nextStep>

/** The progress of an order: when and through whom it reached each stage, each sample, and what happens next. */
export const progress = z.object({
  next: nextStep,
  /** The stages that it has reached and not left again, in their order. */
  reached: z.array(
    z.object({
      stage: z.enum(['scheduled', 'sample_collected', 'lab_processing', 'results_ready']),
      at: z.string(),
      by: z.nullable(hand),
    }),
  ),
  /** Empty while no sample has an accession number. */
  samples: z.array(sampleProgress),
})
export type Progress = z.infer<typeof progress>

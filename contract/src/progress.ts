import * as z from 'zod/mini'

/** Who did something with an order: their part in it, and the first name of who works at it, where that is told. */
const hand = z.object({
  role: z.enum(['lab', 'phlebotomist', 'patient', 'doctor']),
  name: z.nullable(z.string()),
})
export type ByWhom = z.infer<typeof hand>

/** Something that has become of one sample. */
const sampleStep = z.object({
  what: z.enum(['collected', 'received', 'not_taken', 'rejected', 'given_up']),
  at: z.string(),
  by: z.nullable(hand),
})
export type SampleStep = z.infer<typeof sampleStep>

/** One sample from its first tube on: what could not be used and what was taken in its place are one. */
const sampleProgress = z.object({
  /** What it is, such as blood; null where whoever looks has not signed in, as it may give a test away. */
  kind: z.nullable(z.string()),
  /** `again` where it is wanted once more, in place of what was rejected or could not be taken. */
  state: z.enum(['expected', 'again', 'collected', 'received', 'given_up']),
  /** Oldest first. */
  steps: z.array(sampleStep),
})
export type SampleProgress = z.infer<typeof sampleProgress>

/**
 * What happens next with an order, or has to; in each case what is true now, whatever was planned.
 * pay: it is paid. choose: its money came late, and whoever booked says what becomes of it.
 * visit: a home visit is ahead. on_the_way, with_patient: somebody comes, or is there.
 * overdue: nobody was sent in time, or whoever was had not set off when it was over. unheard: somebody set off, and we have
 * not heard from them. missed: nobody gave a sample. nobody_goes: a visit is wanted, and nobody goes to where the patient is
 * any more: the lab takes the sample at its desk, or what can be is cancelled. again, left_out: what was taken cannot be used, or was taken in part, and no visit is planned: another visit or
 * the lab, free of charge. walk_in, rest: the patient goes to the lab, for all of it or for the rest.
 * to_lab: the samples reach the lab's bench. results: they come. read: they are out. none: it was cancelled, or has expired.
 */
export const nextStep = z.enum([
  ...(['pay', 'choose', 'visit', 'on_the_way', 'with_patient', 'overdue', 'unheard', 'missed'] as const),
  ...(['nobody_goes', 'again', 'left_out', 'walk_in', 'rest', 'to_lab', 'results', 'read', 'none'] as const),
])
export type NextStep = z.infer<typeof nextStep>

/** How far an order is: when it came to each of its stages and through whom, each sample, and what is next. */
export const progress = z.object({
  next: nextStep,
  /** The stages that it has come to and not left again, in their order. */
  reached: z.array(
    z.object({
      stage: z.enum(['scheduled', 'sample_collected', 'lab_processing', 'results_ready']),
      at: z.string(),
      by: z.nullable(hand),
    }),
  ),
  /** Empty as long as none has a number. */
  samples: z.array(sampleProgress),
})
export type Progress = z.infer<typeof progress>

import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { visitPhoto } from './home-visit-photo.ts'
import { paging } from './paging.ts'
import { specimenState, untakenReason } from './specimen.ts'

export const visitState = z.enum([
  ...(['requested', 'assigned', 'on_the_way', 'collected', 'delivered', 'missed', 'cancelled'] as const),
])
export type VisitState = z.infer<typeof visitState>

/** Why no sample was taken: the first four are on the patient's side, the last is ours and costs the patient nothing. */
export const missReasons = ['nobody_home', 'not_found', 'declined', 'not_the_patient', 'unable'] as const
export const missReason = z.enum(missReasons)
export type MissReason = z.infer<typeof missReason>

/** How many wrong door codes a visit accepts before an operator has to assign it again. */
export const doorTries = 5

const uuid = z.string().check(z.uuid())
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const accession = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9]{2}[0-9A-Z]+-[0-9]{5,12}$/))
const serviceArea = z.object({
  state: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Empty for the whole state. */
  area: z.string().check(z.maxLength(120)),
})
export type ServiceArea = z.infer<typeof serviceArea>

const tube = z.object({
  accession: z.string(),
  specimen: z.string(),
  container: z.string(),
  state: specimenState,
})

const roundVisit = z.object({
  id: z.string(),
  /** How often it has been assigned. Acts of an earlier assignment no longer count. */
  round: z.number(),
  state: visitState,
  day: z.string(),
  time: z.string(),
  patient: z.object({
    name: z.string(),
    phone: z.string(),
    bornOn: z.nullable(z.string()),
    gender,
  }),
  place: z.object({
    address: z.string(),
    landmark: z.nullable(z.string()),
    area: z.string(),
    state: z.string(),
  }),
  /** For how many hours the patient must fast. */
  fastingHours: z.number(),
  /** In the order of draw. After the collection, only those taken; empty once they are with the lab. */
  tubes: z.array(tube),
  /** Detects nearly every wrong door code offline; null once the door was opened. */
  door: z.nullable(z.object({ salt: z.string(), check: z.string() })),
  arrivedAt: z.nullable(z.string()),
  lab: z.object({ name: z.string(), location: z.string(), address: z.string() }),
  /** How many samples were handed over, and how many of them the lab has received. */
  delivered: z.nullable(z.object({ count: z.number(), received: z.number() })),
  /** The stored photos of the tubes. Undefined in data that a phone stored before photos existed. */
  photos: z.optional(z.array(visitPhoto)),
  /** How many of the taken samples the lab has found, once its staff have counted them. */
  counted: z.nullable(z.object({ found: z.number(), of: z.number() })),
})
export type RoundVisit = z.infer<typeof roundVisit>

const round = z.object({ day: z.string(), visits: z.array(roundVisit) })
export type Round = z.infer<typeof round>

export const readRound = endpoint('GET /v0/visits/round', {
  summary:
    "The signed-in phlebotomist's visits of today, in order of time, and earlier visits whose samples the lab does not have yet.",
  access: 'phlebotomist',
  reply: round,
})

/** Each act has an id that the phone creates. The same id twice is one act. */
const act = {
  id: uuid,
  visit: uuid,
  round: z.number().check(z.int(), z.minimum(0), z.maximum(32_000)),
  /** When it was done, by the phone's clock. */
  at: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/)),
}
const untaken = z.strictObject({
  accession,
  reason: untakenReason,
  /** In the phlebotomist's words, which the patient reads. Required if the reason is `other`. */
  note: z.nullable(z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\p{Cc}]{3,200}$/u))),
})
export type Untaken = z.infer<typeof untaken>

const visitAct = z.discriminatedUnion('verb', [
  z.strictObject({ ...act, verb: z.literal('set_off') }),
  z.strictObject({ ...act, verb: z.literal('arrive'), code: z.string().check(z.regex(/^\d{6}$/)) }),
  z.strictObject({
    ...act,
    verb: z.literal('collect'),
    /** The phlebotomist asked for name and date of birth, and they match the patient's. */
    isPatient: z.literal(true),
    accessions: z.array(accession).check(z.minLength(1), z.maxLength(60)),
    /** The missed specimens, each with a reason. An old page does not send this; then all were taken. */
    notTaken: z._default(z.array(untaken).check(z.maxLength(60)), []),
  }),
  z.strictObject({
    ...act,
    verb: z.literal('deliver'),
    count: z.number().check(z.int(), z.minimum(1), z.maximum(60)),
  }),
  z.strictObject({ ...act, verb: z.literal('miss'), reason: missReason }),
])
export type VisitAct = z.output<typeof visitAct>
export type VisitActSent = z.input<typeof visitAct>

export const syncVisits = endpoint('POST /v0/visits/acts', {
  summary:
    'Records what a phlebotomist did, in order, even long after they did it without a network. Each action gets its own answer. The same action again is harmless. Answers the current round.',
  access: 'phlebotomist',
  body: z.strictObject({ acts: z.array(visitAct).check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({
    outcomes: z.array(
      z.object({
        id: z.string(),
        isDone: z.boolean(),
        /** Why it was refused, if it was. */
        code: z.nullable(z.string()),
        message: z.nullable(z.string()),
      }),
    ),
    round,
  }),
})

const listedVisit = z.object({
  id: z.string(),
  state: visitState,
  order: z.string(),
  day: z.string(),
  time: z.string(),
  area: z.string(),
  areaState: z.string(),
  patientName: z.string(),
  lab: z.string(),
  location: z.string(),
  /**
   * No phlebotomist was sent in time, or the window ended before one set off; or the one who set off can no longer sign in
   * or did not report until the day was over.
   */
  isOverdue: z.boolean(),
  phlebotomist: z.nullable(z.object({ id: z.string(), name: z.string() })),
  missedReason: z.nullable(missReason),
  /** Wrong door codes have locked it. Only assigning it again unlocks it. */
  isLocked: z.boolean(),
  canAssign: z.boolean(),
  /** Whether an operator can move it to another time. */
  canMove: z.boolean(),
  /** The lab and location whose windows apply. */
  labSlug: z.string(),
  locationAddress: z.string(),
  photos: z.array(visitPhoto),
})
export type ListedVisit = z.infer<typeof listedVisit>

export const listVisits = endpoint('GET /v0/visits', {
  summary:
    'The home visits of a day, or all that no one goes to. Those without a phlebotomist come first, then those whose time is over although no one has set off.',
  access: 'operator',
  query: z.object({ ...paging, day: z.optional(day) }),
  reply: z.array(listedVisit),
  paged: true,
})

const phlebotomist = z.object({
  id: z.string(),
  name: z.string(),
  areas: z.array(serviceArea),
  /** The most visits that the system assigns to them on one day. */
  dailyVisits: z.number(),
  /** How many they have on the requested day. */
  load: z.number(),
})
export type Phlebotomist = z.infer<typeof phlebotomist>

export const listPhlebotomists = endpoint('GET /v0/phlebotomists', {
  summary: 'Every phlebotomist who can be sent, with their areas and how many visits they have on a day.',
  access: 'operator',
  query: z.object({ day }),
  reply: z.array(phlebotomist),
})

export const assignVisit = endpoint('PUT /v0/visits/:id/phlebotomist', {
  summary:
    'Assigns a visit to a phlebotomist, whatever their areas and load. The door code changes. Asking for the same again changes nothing, unless the visit is locked.',
  access: 'operator',
  params: z.object({ id: uuid }),
  body: z.strictObject({
    phlebotomist: uuid,
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u)),
  }),
  reply: z.object({}),
  refusals: ['wrong_state', 'unknown_phlebotomist'],
})

export const moveVisitByOperator = endpoint('PUT /v0/visits/:id/time', {
  summary:
    'Gives a visit another day and time for the patient, free of charge, if no one is on the way. We notify the patient once. Asking for the same time again changes nothing.',
  access: 'operator',
  params: z.object({ id: uuid }),
  body: z.strictObject({
    date: day,
    time: clock,
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u)),
  }),
  reply: z.object({}),
  refusals: ['wrong_state', 'day_passed', 'lab_not_bookable', 'slot_unavailable'],
})

const staffParams = z.object({ id: uuid })

export const readServiceAreas = endpoint('GET /v0/staff/:id/areas', {
  summary: 'The areas of a phlebotomist, and all areas that they can go to.',
  access: 'operator',
  params: staffParams,
  reply: z.object({
    areas: z.array(serviceArea),
    dailyVisits: z.number(),
    known: z.array(z.object({ state: z.string(), areas: z.array(z.string()) })),
  }),
})

export const setServiceAreas = endpoint('PUT /v0/staff/:id/areas', {
  summary: 'Sets the areas of a phlebotomist, and the most visits that they get on a day.',
  access: 'operator',
  params: staffParams,
  body: z.strictObject({
    areas: z.array(serviceArea).check(z.maxLength(100)),
    dailyVisits: z.number().check(z.int(), z.minimum(1), z.maximum(40)),
  }),
  reply: z.object({}),
  refusals: ['unknown_area'],
})

const ownVisit = z.object({
  state: visitState,
  day: z.string(),
  time: z.string(),
  /** The first name of the phlebotomist, once one is assigned. */
  phlebotomist: z.nullable(z.string()),
  /**
   * The code that the patient tells the phlebotomist at the door; null before one is assigned and after the door was
   * opened.
   */
  doorCode: z.nullable(z.string()),
  missedReason: z.nullable(missReason),
  /** No phlebotomist was sent in time, or the window ended before one set off. */
  isOverdue: z.boolean(),
  canRebook: z.boolean(),
  /** How many photos of the tubes were taken for the order, and whether any is still stored; null if none was taken. */
  photos: z.nullable(z.object({ taken: z.number(), isKept: z.boolean() })),
})
export type OwnVisit = z.infer<typeof ownVisit>

export const readVisit = endpoint('GET /v0/orders/:reference/visit', {
  summary: 'The home visit of an order, for the person who booked it, or null if there is none.',
  access: 'account',
  params: orderParams,
  reply: z.nullable(ownVisit),
})

export const rebookVisit = endpoint('PUT /v0/orders/:reference/visit', {
  summary:
    'Gives a home visit another day and time, free of charge, if no one is on the way. Asking for the same time again is harmless.',
  access: 'account',
  params: orderParams,
  body: z.strictObject({
    /** A Lagos day and a Lagos time. */
    date: day,
    time: clock,
  }),
  reply: z.object({ date: z.string(), time: z.string() }),
  refusals: ['wrong_state', 'day_passed', 'lab_not_bookable', 'slot_unavailable'],
})

const missedSpecimen = z.object({
  specimen: z.string(),
  /** The tests that need it. */
  tests: z.array(z.string()),
  reason: untakenReason,
  note: z.nullable(z.string()),
  /** When the phlebotomist was there and could not take it. */
  at: z.string(),
  state: specimenState,
})
export type MissedSpecimen = z.infer<typeof missedSpecimen>

export const readLeftOut = endpoint('GET /v0/orders/:reference/visit/left-out', {
  summary:
    'The samples of an order that a home visit could not take although it took others, each with the reason and what happened next.',
  access: 'account',
  params: orderParams,
  reply: z.object({
    samples: z.array(missedSpecimen),
    /** How many samples were taken there. */
    taken: z.number(),
  }),
})

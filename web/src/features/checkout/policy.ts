import {
  type addBooking,
  type BodySent,
  type ConsentKind,
  consentVersion,
  emailPattern,
  isUnder18,
  type LabLocation,
  type LabTest,
  lagosDate,
  lagosTime,
  nameProblem,
  normalisePhone,
  type PausedTest,
  phoneProblem,
  windowOf,
} from '@labalaba/contract'
import { birthProblem, dateFromParts } from '../../components/date-of-birth.ts'
import * as copy from '../../copy/checkout.ts'
import type { CartItem, ChosenLab } from '../../lib/cart.ts'
import type { BookingDraft } from '../../lib/draft.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { namesListed } from '../../lib/names.ts'
import type { KnownPlace } from './slots.ts'

/** A test in the cart with the lab's current data about it. */
export type CartLine = CartItem & {
  fastingHours: number
  preparation: string
  /** Whether a phlebotomist may take its specimen at home. */
  home: boolean
  /** For whom it usually is. */
  sex: LabTest['sex']
  asks: LabTest['asks']
  /** Why it cannot be booked, or null. */
  problem: string | null
  /** The lab no longer offers it; only another lab can. */
  gone: boolean
  /** The package in the cart that includes this test, so that it would be paid twice; else null. */
  within: string | null
  /** For a package: the tests it shares with packages before it in the cart, one sentence each. */
  shared: readonly string[]
  /** The lab's current price in naira if it differs from the cart's; else null. */
  priceNow: number | null
}

/** Normalises a test's name for comparison: without case and repeated spaces. */
export const sameName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** The cart's tests with the lab's current data. While that is unknown, no test has a problem. */
export function cartLines(
  items: readonly CartItem[],
  tests: readonly LabTest[] | undefined,
  location: LabLocation | undefined,
  paused: readonly PausedTest[] = [],
): CartLine[] {
  const offered = new Map((tests ?? []).map((test) => [sameName(test.testName), test]))
  const inCart = items.flatMap((item) => offered.get(sameName(item.name)) ?? [])
  const held = packagesHolding(inCart)
  const pauseOf = (name: string) => paused.find(({ testName }) => sameName(testName) === sameName(name))
  return items.map((item) => {
    const test = offered.get(sameName(item.name))
    return {
      ...item,
      fastingHours: test?.fastingHours ?? 0,
      preparation: test?.preparation ?? '',
      home: test?.homeCollection ?? true,
      sex: test?.sex ?? 'any',
      asks: test?.asks ?? [],
      gone: tests !== undefined && !test,
      problem: tests ? lineProblem(test, location, pauseOf(item.name)) : null,
      within: test?.kind === 'test' ? (held.get(sameName(item.name)) ?? null) : null,
      shared: test ? sharedWords(test, inCart.slice(0, inCart.indexOf(test))) : [],
      priceNow: test && test.amount !== item.amount ? test.amount : null,
    }
  })
}

/** The package of the cart that includes each test. */
function packagesHolding(inCart: readonly LabTest[]): Map<string, string> {
  return new Map(inCart.flatMap((one) => one.includes.map((name) => [sameName(name), one.testName] as const)))
}

/** "Malaria parasite is also part of Fever check", one sentence per package that shares tests with this one. */
function sharedWords(test: LabTest, packages: readonly LabTest[]): string[] {
  return packages.flatMap((other) => {
    const theirs = new Set(other.includes.map(sameName))
    const both = test.includes.filter((name) => theirs.has(sameName(name)))
    if (both.length === 0) return []
    const inPackage = { package: other.testName }
    return both.length > 3
      ? [fill(copy.manyAlsoPart, { count: both.length, ...inPackage })]
      : [plural(copy.alsoPart, both.length, { tests: namesListed(both), ...inPackage })]
  })
}

function lineProblem(
  test: LabTest | undefined,
  location: LabLocation | undefined,
  pause: PausedTest | undefined,
): string | null {
  if (!test && pause) {
    return pause.until ? fill(copy.testPausedUntil, { day: longDay(pause.until) }) : copy.testPaused
  }
  if (!test) return copy.testGone
  if (!location || test.departments.every((department) => location.departments.includes(department)))
    return null
  return fill(copy.testNotHere, { location: location.name })
}

/** What must change about the tests or the lab before the cart can be booked, in words. */
export function blockers(lines: readonly CartLine[], bookable: boolean | undefined): string[] {
  if (bookable === false) return [copy.neededOpenLab]
  const names = lines.filter((line) => line.problem).map((line) => line.name)
  return names.length === 0 ? [] : [fill(copy.neededRemoval, { tests: namesListed(names) })]
}

/** Why the specimen cannot be taken at home, in words; null if it can. */
export function homeProblem(lines: readonly CartLine[], location: LabLocation | undefined): string | null {
  if (!location) return null
  if (location.collectionFee === null) return fill(copy.noHomeHere, { location: location.name })
  const onlyThere = lines.filter((line) => !line.home).map((line) => line.name)
  if (onlyThere.length === 0) return null
  return fill(copy.noHomeForTests, { tests: namesListed(onlyThere) })
}

/** The element id of each field of the cart, by its path in the body of `addBooking`. */
export const fieldOfPath = {
  name: 'patient-name',
  email: 'patient-email',
  gender: 'patient-gender',
  dob: 'patient-birth',
  phone: 'patient-phone',
  'type.details.sampleCollectionAddress': 'visit-street',
  'type.details.sampleCollectionArea': 'visit-area',
  'type.details.sampleCollectionLandmark': 'visit-landmark',
  'type.details.sampleCollectionDate': 'visit-day',
  'type.details.sampleCollectionTime': 'visit-time',
} as const

/** The tests that are usually for the other sex than the patient's, by their names. */
export function forOtherSex(lines: readonly CartLine[], { gender }: BookingDraft): string[] {
  const others = lines.filter(({ sex }) => gender !== '' && sex !== 'any' && sex !== gender.toLowerCase())
  return others.map(({ name }) => name)
}

/** The fields of the cart, by their element ids. */
export type CartField = (typeof fieldOfPath)[keyof typeof fieldOfPath] | 'patient-consent' | 'patient-sex'

export type CartProblems = Partial<Record<CartField, string>>

const blank = (text: string) => text.trim() === ''

/** The kind of consent the patient needs, by their age on a Lagos day; null if an adult books for themselves. */
export function consentNeeded({ birth, person }: BookingDraft, today: string): ConsentKind | null {
  const born = dateFromParts(birth)
  if (born !== null && isUnder18(born, today)) return 'guardian'
  return person === '' || person === 'self' ? null : 'permission'
}

/**
 * What a booking also depends on: the kind of consent, whether a doctor books, whose patient may have no email, the tests for the other sex, and
 * whether a phlebotomist can come.
 */
export type BookingNeeds = {
  needed?: ConsentKind | null
  byDoctor?: boolean
  others?: readonly string[]
  canCome?: boolean
}

/** The errors in the patient's details. `today` is a Lagos day. */
export function patientProblems(
  draft: BookingDraft,
  today: string,
  { needed = null, byDoctor = false, others = [] }: BookingNeeds = {},
): CartProblems {
  const found: CartProblems = {}
  const name = blank(draft.name) ? copy.nameMissing : nameProblem(draft.name)
  if (name) found['patient-name'] = name
  const birth = Object.values(draft.birth).every(blank) ? null : birthProblem(draft.birth, today)
  if (birth)
    found['patient-birth'] = birth.replace(/your date/i, (words) =>
      words.startsWith('Y') ? copy.birthTheDateFirst : copy.birthTheDate,
    )
  if (draft.gender === '') found['patient-gender'] = copy.genderMissing
  if (others.length > 0 && !draft.despiteSex) found['patient-sex'] = copy.despiteSexMissing
  if (blank(draft.email)) {
    if (!byDoctor) found['patient-email'] = copy.emailMissing
  } else if (!emailPattern.test(draft.email.trim())) found['patient-email'] = copy.emailInvalid
  if (blank(draft.phone)) found['patient-phone'] = copy.phoneMissing
  else {
    const phone = phoneProblem(normalisePhone(draft.phone))
    if (phone) found['patient-phone'] = phone
  }
  if (needed !== null && draft.consent !== needed)
    found['patient-consent'] = needed === 'guardian' ? copy.guardianMissing : copy.permissionMissing
  return found
}

/** The chosen area, "Uyo, Akwa Ibom"; null for free text from before areas were chosen from a list. */
export function placeIn(chosen: string): KnownPlace | null {
  const cut = chosen.lastIndexOf(', ')
  return cut > 0 ? { area: chosen.slice(0, cut), state: chosen.slice(cut + 2) } : null
}

/** The errors in the home visit's details. */
export function visitProblems(draft: BookingDraft, now: Date): CartProblems {
  const found: CartProblems = {}
  if (blank(draft.street)) found['visit-street'] = copy.streetMissing
  if (!placeIn(draft.area)) found['visit-area'] = copy.areaMissing
  if (draft.day === '') found['visit-day'] = copy.dayMissing
  else if (draft.day < lagosDate(now)) found['visit-day'] = copy.dayPassed
  if (windowOf(draft.time) === null) found['visit-time'] = copy.timeMissing
  else if (draft.day === lagosDate(now) && draft.time <= lagosTime(now)) found['visit-time'] = copy.timePassed
  return found
}

const agreed: Readonly<Record<ConsentKind, string>> = {
  guardian: copy.neededGuardian,
  permission: copy.neededPermission,
}

/**
 * The fields missing before Proceed can be pressed, in words, in the order of the page: those of the specification and the
 * consent. If no phlebotomist can come, it names another area instead of a day and time.
 */
export function stillNeeded(
  draft: BookingDraft,
  home: boolean,
  { needed = null, byDoctor = false, canCome = true }: BookingNeeds = {},
): string[] {
  const wanted: [missing: boolean, words: string][] = [
    [blank(draft.name), copy.neededName],
    [draft.gender === '', copy.neededGender],
    [blank(draft.email) && !byDoctor, copy.neededEmail],
    [blank(draft.phone), copy.neededPhone],
    [needed !== null && draft.consent !== needed, needed === null ? '' : agreed[needed]],
    [home && blank(draft.street), copy.neededStreet],
    [home && !placeIn(draft.area), copy.neededArea],
    [home && !canCome, copy.neededOtherWay],
    [home && canCome && draft.day === '', copy.neededDay],
    [home && canCome && windowOf(draft.time) === null, copy.neededTime],
    [draft.payment === '', copy.neededMethod],
  ]
  return wanted.filter(([missing]) => missing).map(([, words]) => words)
}

/** The same, shortened for the bar at the bottom of a phone. */
export function shortened(missing: readonly string[]): string[] {
  return missing.length <= 3
    ? [...missing]
    : [...missing.slice(0, 2), fill(copy.neededMore, { count: missing.length - 2 })]
}

export type Booking = Omit<BodySent<typeof addBooking>, 'reference'>

/** The booking that the cart submits, without the payment attempt's reference. */
export function bookingFrom(
  draft: BookingDraft,
  home: boolean,
  items: readonly CartItem[],
  lab: ChosenLab,
  useCredit = false,
): Booking {
  return {
    name: draft.name.trim(),
    email: draft.email.trim(),
    gender: draft.gender === 'Male' ? 'Male' : 'Female',
    dob: dateFromParts(draft.birth) ?? '',
    phone: normalisePhone(draft.phone),
    type: home ? { mode: 'sampleCollection', details: visitFrom(draft) } : { mode: 'walkin' },
    test: items.map(({ name, amount }) => ({ name, amount })),
    provider: 'paystack',
    lab: { name: lab.name, labReference: lab.reference, location: lab.address },
    payment: draft.payment === 'link' ? 'link' : 'online',
    showTests: draft.payment === 'link' && draft.showTests,
    ...(draft.despiteSex && { despiteSex: true }),
    ...(Object.keys(draft.clinical).length > 0 && { clinical: draft.clinical }),
    ...(useCredit && draft.payment === 'online' ? { useCredit } : {}),
    ...(draft.person === '' ? {} : { person: draft.person }),
    ...(draft.consent === '' ? {} : { consent: { as: draft.consent, version: consentVersion } }),
    ...(draft.keep === '' || draft.person !== 'other' || !dateFromParts(draft.birth)
      ? {}
      : { keep: draft.keep }),
  }
}

function visitFrom(draft: BookingDraft) {
  const landmark = draft.landmark.trim()
  const place = placeIn(draft.area)
  return {
    sampleCollectionAddress: `${draft.street.trim()}, ${draft.area.trim()}`,
    ...(place ? { sampleCollectionState: place.state, sampleCollectionArea: place.area } : {}),
    sampleCollectionDate: draft.day,
    sampleCollectionTime: draft.time,
    ...(landmark === '' ? {} : { sampleCollectionLandmark: landmark }),
  }
}

import {
  ageOn,
  brand,
  type CriticalTier,
  flagWords,
  formatClock,
  formatDay,
  formatPhone,
  intervalWords,
  isolatesOf,
  lagosDate,
  lagosTime,
  measureUnits,
  methodWords,
  susceptibilityWords,
  tierWords,
} from '@labalaba/contract'
import type { OrderRow } from '../../orders/index.ts'
import type { SpecimenRow } from '../../specimens/index.ts'
import { correctionWords, shownValue } from '../reports/policy.ts'
import type { Replaced } from '../reports/replaced-values.ts'
import type { ReportRow, ValueRow, VersionRow } from '../reports/repository.ts'
import { clean } from './plain-text.ts'

export type Labelled = readonly [label: string, value: string]

/** A line of the table of values. */
export type Line = {
  readonly name: string
  readonly isText: boolean
  /** With line breaks, if it is a text of several lines or paragraphs. */
  readonly value: string
  /** The organisms of a culture, instead of the value. */
  readonly isolates: readonly PrintedIsolate[]
  readonly unit: string
  readonly interval: string
  /**
   * How the value compares with the interval, in words, and how soon someone must act if it is critical; empty if it is
   * within, or there is nothing to report.
   */
  readonly mark: string
  /** What the lab says about it; empty if nothing. */
  readonly comment: string
  /** How an earlier value was measured, if the present one was measured otherwise; else empty. */
  readonly method: string
}

/** An organism of a culture, with a row for each agent that it was tested against. */
export type PrintedIsolate = {
  readonly organism: string
  readonly agents: readonly (readonly [agent: string, result: string, measured: string])[]
}

/** Every word of a report's PDF; drawing adds nothing. */
export type ReportDocument = {
  readonly lab: string
  readonly place: readonly string[]
  /** The patient, their sex and birth, and the order with its dates: on every page. */
  readonly patient: string
  readonly born: string
  readonly order: string
  readonly title: string
  readonly partOf: string | null
  readonly facts: readonly Labelled[]
  readonly lines: readonly Line[]
  /** Earlier reports, the oldest first, each with its values that are no longer as they were. */
  readonly earlier: readonly { readonly words: string; readonly lines: readonly Line[] }[]
  readonly notes: readonly string[]
  /** Names the lab's own PDF that belongs to the report, with its hash. */
  readonly attachment: readonly string[]
  /** What a reader must know first: that it is preliminary, or what it replaces and why. */
  readonly notice: string | null
  readonly demo: string | null
  /** The code for checking the report, and the address of the check. */
  readonly code: string
  readonly checkUrl: string
  readonly foot: string
}

type Sample = Pick<SpecimenRow, 'specimen' | 'accession' | 'collected_at' | 'received_at'>

type ReportDocumentFacts = {
  readonly order: OrderRow
  readonly report: ReportRow
  readonly version: VersionRow
  readonly values: readonly ValueRow[]
  /** What it replaces, the oldest version first, each with its code. */
  readonly replaced: readonly (Pick<Replaced, 'version' | 'values'> & { readonly code: string })[]
  readonly lab: { readonly phone: string; readonly email: string; readonly registrationNumber: string }
  /** The samples that it was measured in, the newest last; empty if none was needed. */
  readonly samples: readonly Sample[]
  /** The doctor who booked it, as patients know them; null if a doctor did not book it. */
  readonly doctor: string | null
  /** Hours from the last meal to the sample, as the patient says; null if that is not known, or does not matter for the test. */
  readonly fastedHours: number | null
  /** The date of birth that the lab added to an order without one; null if it did not. */
  readonly statedBirth: { readonly on: string; readonly isAbout: boolean } | null
  readonly counselledBy: 'lab' | 'doctor' | null
  readonly releasedAt: Date
  readonly code: string
  readonly publicUrl: string
}

export function reportDocument(facts: ReportDocumentFacts): ReportDocument {
  const { order, report, version, values, lab, releasedAt, code } = facts
  return {
    lab: clean(order.lab_name),
    place: [
      clean(`${order.location_name}, ${order.location_address}`),
      `${formatPhone(lab.phone)} · ${lab.email}`,
      `Registered with MLSCN: ${clean(lab.registrationNumber)}`,
    ],
    ...whoseWords(facts),
    title: clean(report.test_name),
    partOf: report.line_name === report.test_name ? null : clean(report.line_name),
    facts: factsOf(facts),
    lines: values.map((value) => lineOf(value)),
    earlier: earlierOf(facts),
    notes: notesOf(facts),
    attachment: attachmentWords(facts),
    notice: noticeWords(version, releasedAt),
    demo: order.demo ? 'Demo data. The lab is made up, and this is no real person’s result.' : null,
    code,
    checkUrl: `${facts.publicUrl}/verify/${code}`,
    foot: `Given through ${brand.name} · ${brand.supportEmail}`,
  }
}

function statusWords(version: VersionRow): string {
  const status = version.preliminary
    ? 'Preliminary'
    : correctionWords(version) === null
      ? 'Final'
      : version.adds_only
        ? 'Final, with an addition'
        : 'Corrected'
  return version.number === 1 ? status : `${status}, version ${version.number}`
}

/** What a reader must know first of a version that is preliminary or replaces another. */
function noticeWords(version: VersionRow, releasedAt: Date): string | null {
  const { number, preliminary } = version
  const replaced = number === 1 ? '' : ` It replaces version ${number - 1}.`
  const correction = correctionWords(version)
  if (preliminary)
    return `Preliminary report. More results will follow, and these may still change.${replaced}`
  if (correction !== null && version.adds_only)
    return `Final report with an addition, version ${number}, of ${dayOf(releasedAt)}. The lab added something; the values have not changed.${replaced} Reason: ${clean(correction)}`
  if (correction !== null)
    return `Corrected report, version ${number}, of ${dayOf(releasedAt)}.${replaced} Reason: ${clean(correction)}`
  return number === 1
    ? null
    : `Final report, version ${number}, of ${dayOf(releasedAt)}. It replaces the preliminary report, version ${number - 1}.`
}

/** Whose report it is, as each page says it. */
function whoseWords({ order, version, samples, statedBirth, releasedAt }: ReportDocumentFacts) {
  const sample = samples.at(-1)
  const sampledAt = sample?.collected_at ?? sample?.received_at ?? null
  const born = order.patient_born_on ?? statedBirth?.on
  const on = sampledAt ?? releasedAt
  const birth = !born
    ? 'date of birth not given'
    : !order.patient_born_on && statedBirth?.isAbout
      ? `about ${ageOn(born, lagosDate(on))}`
      : `born ${birthDateWithAge(born, on)}`
  const dates = [...(sampledAt ? [`Sample taken ${dayOf(sampledAt)}`] : []), `Reported ${dayOf(releasedAt)}`]
  return {
    patient: clean(order.patient_name),
    born: `${order.patient_gender}, ${birth}`,
    order: [`Order ${order.reference}`, ...(version.preliminary ? ['Preliminary'] : []), ...dates].join(
      ' · ',
    ),
  }
}

/** What a report must say besides its values (ISO 15189:2022, 7.4.1.6), as far as we know it. */
function factsOf({
  order,
  version,
  samples,
  doctor,
  fastedHours,
  releasedAt,
}: ReportDocumentFacts): Labelled[] {
  const sample = samples.at(-1)
  const meal = fastedHours === null ? '' : `, ${fastedHours} h after the last meal, as stated`
  const all = (words: (one: Sample) => string) => [...new Set(samples.map(words))].join(', ')
  return [
    ['Report', statusWords(version)],
    ['Requested by', clean(doctor ?? (order.for_self ? 'The patient' : 'Booked without a doctor'))],
    ...(sample
      ? ([
          ['Specimen', clean(all(({ specimen }) => specimen))],
          ['Accession number', all(({ accession }) => accession)],
        ] as const)
      : []),
    ['Sample taken', sample?.collected_at ? `${moment(sample.collected_at)}${meal}` : 'No sample needed'],
    ['Sample received', sample?.received_at ? moment(sample.received_at) : '–'],
    ['Verified by', verifierWords(version)],
    ['Reported', moment(releasedAt)],
  ]
}

/** Earlier reports by their dates and codes, and their values; each says that it is earlier, also on another page. */
function earlierOf({ replaced, values: now }: ReportDocumentFacts): ReportDocument['earlier'] {
  const isMethodOfNow = ({ position, method }: ValueRow) =>
    now.some((one) => one.position === position && one.method === method)
  return replaced.map(({ code, values, version }) => {
    const words = `Version ${version.number} was reported on ${moment(version.released_at)}, with the code ${code}.`
    return {
      words: values.length === 0 ? words : `${words} These values of it no longer hold.`,
      lines: values.map((value) => {
        const line = lineOf(value)
        const method = isMethodOfNow(value) ? '' : clean(value.method ?? '')
        return { ...line, name: `Earlier: ${line.name}`, method }
      }),
    }
  })
}

function verifierWords(version: VersionRow): string {
  const { verified_name: name, verified_qualification: qualification, verified_licence: licence } = version
  return clean([name, qualification, licence && `licence ${licence}`].filter(Boolean).join(', '))
}

function notesOf({ counselledBy, values, lab }: ReportDocumentFacts): string[] {
  const talks = { lab: 'The lab talks', doctor: 'The doctor talks' } as const
  return [
    ...tierNotes(values, lab.phone),
    ...intervalNotes(values),
    ...breakpointNotes(values),
    ...methodWords(values).map(clean),
    ...(counselledBy ? [`${talks[counselledBy]} about this result with the patient.`] : []),
    values.some(({ kind }) => kind === 'quantity')
      ? 'A value outside its interval is not a diagnosis. A value within it does not rule out an illness. Talk to a doctor about what it means for you.'
      : 'Show this report to the doctor who asked for it. They can say what it means and what comes next.',
  ]
}

function attachmentWords({ version }: ReportDocumentFacts): string[] {
  const { attachment_hash: hash, attachment_size: size, attachment_pages: pages } = version
  if (!hash || !size || !pages) return []
  const long = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${Math.ceil(size / 1024)} kB`
  const digits = hash.toString('hex').match(/.{1,32}/g) ?? []
  return [`A PDF of the lab’s own belongs to this report (${long}). Its SHA-256:`, ...digits]
}

/**
 * What the patient should do about critical values, one note for each tier among them. It gives no diagnosis and no advice
 * about a medicine.
 */
export function tierNotes(values: readonly Pick<ValueRow, 'critical_tier'>[], labPhone: string): string[] {
  const phone = formatPhone(labPhone)
  const steps: Readonly<Record<CriticalTier, string>> = {
    immediate: `Call the lab now: ${phone}. If you cannot reach it, go to a hospital and show this report.`,
    urgent: `Call the lab (${phone}) or a doctor today. If you cannot reach them, or the patient feels worse, go to a hospital and show this report.`,
  }
  return (['immediate', 'urgent'] as const)
    .filter((tier) => values.some(({ critical_tier }) => critical_tier === tier))
    .map((tier) => `“${tierWords[tier]}” beside a value: ${steps[tier]}`)
}

/** By which breakpoints the organisms of a report were read. */
function breakpointNotes(values: readonly PrintedValue[]): string[] {
  const named = values.flatMap(({ structure, value }) =>
    structure === 'isolates' ? (isolatesOf(value ?? '')?.breakpoints ?? []) : [],
  )
  return [...new Set(named)].map((breakpoints) => `Susceptibility by the breakpoints of ${breakpoints}.`)
}

/** Notes that explain the intervals of a report. */
export function intervalNotes(values: readonly Measured[]): string[] {
  return [
    ...(values.some(isUnconfirmed)
      ? ['* A usual interval to be confirmed by the lab. Ask the lab which interval they use.']
      : []),
    ...(values.some(({ basis }) => basis === 'pregnancy')
      ? ['** At least one of these limits is for pregnancy.']
      : []),
    ...(values.some(({ basis }) => basis === 'adults_only')
      ? [
          'The usual intervals that we have are for adults. The patient was under 18 when the sample was taken, so only dangerous values are marked. Ask the lab, or a doctor who sees children, what is usual at that age.',
        ]
      : []),
  ]
}

type Measured = Pick<ValueRow, 'low' | 'high' | 'basis'>

/** Whether it shows an interval that its lab has not confirmed yet. */
function isUnconfirmed({ low, high, basis }: Measured): boolean {
  return basis === 'unconfirmed' && (low !== null || high !== null)
}

type PrintedValue = Measured &
  Pick<
    ValueRow,
    | 'name'
    | 'kind'
    | 'structure'
    | 'value'
    | 'not_measured'
    | 'unit'
    | 'flag'
    | 'critical_tier'
    | 'comment'
    | 'method'
  >

export function lineOf(row: PrintedValue): Line {
  const { name, kind, unit, low, high, flag, critical_tier: tier } = row
  const words = flag && flag !== 'normal' ? flagWords[flag] : ''
  return {
    name: clean(name),
    isText: kind === 'text',
    value: shownValue(row).split('\n').map(clean).join('\n'),
    isolates: printedIsolates(row),
    unit: clean(unit ?? ''),
    interval: `${intervalWords({ low, high })}${isUnconfirmed(row) ? ' *' : row.basis === 'pregnancy' ? ' **' : ''}`,
    mark: tier ? `${words}. ${tierWords[tier]}` : words,
    ...{ comment: clean(row.comment ?? ''), method: '' },
  }
}

function printedIsolates({ structure, value }: PrintedValue): PrintedIsolate[] {
  const culture = structure === 'isolates' ? isolatesOf(value ?? '') : null
  if (!culture) return []
  return culture.found.map(({ organism, quantity, agents }) => ({
    organism: clean(quantity === null ? organism : `${organism}, ${quantity}`),
    agents: agents.map(({ agent, result, measured }) => [
      clean(agent),
      `${result}: ${susceptibilityWords(result, culture.breakpoints)}`,
      measured ? `${measured.method} ${measured.value} ${measureUnits[measured.method]}` : '',
    ]),
  }))
}

/** A person's first name, with a title before it. */
export function firstName(name: string): string {
  const [first = '', second] = clean(name).split(' ')
  return /^(dr|mr|mrs|ms|prof)\.?$/i.test(first) && second ? `${first} ${second}` : first
}

/** "27 March 1985 (41 years)": the age is that on the day of the sample, by which its values are judged. */
export function birthDateWithAge(born: string, sampledAt: Date): string {
  return `${dayAndYear(born)} (${ageOn(born, lagosDate(sampledAt))})`
}

function dayAndYear(day: string): string {
  const date = lagosDate(new Date(`${day}T12:00:00Z`))
  return `${formatDay(date).replace(/^\w+ /, '')} ${date.slice(0, 4)}`
}

function dayOf(at: Date): string {
  return dayAndYear(lagosDate(at))
}

function moment(at: Date): string {
  return `${dayOf(at)}, ${formatClock(lagosTime(at))}`
}

import { formatDay, lagosDate, parseLagosDate } from '@labalaba/contract'
import type { OrderRow } from '../../orders/index.ts'
import type { SpecimenRow } from '../repository.ts'

/** The text of one label, line by line. */
export type Label = Readonly<ReturnType<typeof labelOf>>

export type LabelSheet = { readonly layout: 'single' | 'sheet'; readonly labels: readonly Label[] }

/** The text of a specimen's label. */
export function labelOf(order: OrderRow, specimen: SpecimenRow, now: Date) {
  const { patient_gender: gender, patient_born_on: born } = order
  const on = takenOn(order, specimen, lagosDate(now))
  return {
    accession: specimen.accession,
    patient: order.patient_name,
    person: [gender, born ? `born ${shortDay(born)}` : 'date of birth not given'].join(' · '),
    tube: `${specimen.specimen} · ${specimen.container}`,
    taken: order.demo ? `${shortDay(on)} · sample data` : shortDay(on),
    order: order.reference,
  }
}

/**
 * The day of collection; before it the planned day, as labels are printed before the visit, but never a day in the past.
 */
function takenOn(
  { collection_on: visitOn }: Pick<OrderRow, 'collection_on'>,
  { collected_at }: Pick<SpecimenRow, 'collected_at'>,
  today: string,
): string {
  if (collected_at) return lagosDate(collected_at)
  return visitOn !== null && visitOn > today ? visitOn : today
}

/** "12 Apr 1961". */
function shortDay(day: string): string {
  const date = parseLagosDate(day)
  if (!date) return day
  const [, number, month = ''] = formatDay(date).split(' ')
  return `${number} ${month.slice(0, 3)} ${date.slice(0, 4)}`
}

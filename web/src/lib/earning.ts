import { naira } from './format.ts'

type Earning = { readonly doctorName: string | null; readonly doctorEarning: number }

/** The sentence that shows, before payment, what the booking doctor receives; null if they receive nothing. */
export function earningWords({ doctorName, doctorEarning }: Earning, toDoctor = false): string | null {
  if (doctorEarning <= 0) return null
  const whose = toDoctor ? 'the patient’s' : 'your'
  return `${doctorName ?? 'The doctor who booked'} receives ${naira(doctorEarning)} from Labalaba for this booking. It does not change ${whose} price.`
}

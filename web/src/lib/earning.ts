import * as copy from '../copy/components.ts'
import { fill } from './fill.ts'
import { naira } from './format.ts'

type Earning = { readonly doctorName: string | null; readonly doctorEarning: number }

/** The sentence that shows, before payment, what the booking doctor receives; null if they receive nothing. */
export function earningWords({ doctorName, doctorEarning }: Earning, toDoctor = false): string | null {
  if (doctorEarning <= 0) return null
  return fill(toDoctor ? copy.doctorEarnsOfPatient : copy.doctorEarns, {
    doctor: doctorName ?? copy.bookingDoctor,
    amount: naira(doctorEarning),
  })
}

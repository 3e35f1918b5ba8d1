import { dayInWords, type LagosDate } from '@labalaba/contract'
import { naira } from './format.ts'

/** "November 2026" from YYYY-MM. */
export function monthName(month: string): string {
  return `${dayInWords(`${month}-01` as LagosDate).month} ${month.slice(0, 4)}`
}

/** +₦600, −₦600: a movement with its sign, so that colour is not the only difference. */
export function signedNaira(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${naira(Math.abs(amount))}`
}

/** A balance; a negative one, which the account owes us, keeps its sign. */
export function balanceNaira(amount: number): string {
  return amount < 0 ? `−${naira(-amount)}` : naira(amount)
}

import * as copy from '../../copy/statements.ts'
import { naira } from '../../lib/format.ts'

const names = [
  copy.january,
  copy.february,
  copy.march,
  copy.april,
  copy.may,
  copy.june,
  copy.july,
  copy.august,
  copy.september,
  copy.october,
  copy.november,
  copy.december,
]

/** "November 2026" from YYYY-MM. */
export function monthName(month: string): string {
  return `${names[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`
}

/** The balance of an account; a negative one keeps its sign. */
export function standingNaira(amount: number): string {
  return amount < 0 ? `−${naira(-amount)}` : naira(amount)
}

/** A movement with its sign, so that colour is not the only difference. */
export function movedNaira(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${naira(Math.abs(amount))}`
}

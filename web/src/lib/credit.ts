import { creditFor, koboFromNaira, nairaOf } from '@labalaba/contract'

/** How much of a total the account's credit pays, and what remains to pay; all in naira. */
export function splitByCredit(total: number, balance: number): { used: number; left: number } {
  const [whole, credit] = [koboFromNaira(total), koboFromNaira(balance)]
  if (whole === null || credit === null) return { used: 0, left: total }
  const used = nairaOf(creditFor(credit, whole))
  return { used, left: Math.round((total - used) * 100) / 100 }
}

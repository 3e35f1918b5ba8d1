import { formatMoment, formatNaira, kobo, type MoneyCase } from '@labalaba/contract'
import type { CaseRow } from '../../cases/index.ts'

type Side = 'paystack' | 'ours'
type Fact = { readonly fact: string; readonly side: Side; readonly is?: 'money' | 'moment' }

/** For each name in a case's `found`: its fact and the side that states it, in display order. */
const facts: Readonly<Record<string, Fact>> = {
  word: { fact: 'State', side: 'paystack' },
  theirs_state: { fact: 'State', side: 'paystack' },
  ours_state: { fact: 'State', side: 'ours' },
  came: { fact: 'Amount', side: 'paystack', is: 'money' },
  due: { fact: 'Amount', side: 'ours', is: 'money' },
  theirs_amount: { fact: 'Amount', side: 'paystack', is: 'money' },
  ours_amount: { fact: 'Amount', side: 'ours', is: 'money' },
  refusal: { fact: 'Why it was refused', side: 'paystack' },
  currency: { fact: 'Currency', side: 'paystack' },
  theirs_currency: { fact: 'Currency', side: 'paystack' },
  ours_currency: { fact: 'Currency', side: 'ours' },
  theirs_refunded: { fact: 'Given back', side: 'paystack', is: 'money' },
  ours_refunded: { fact: 'Given back', side: 'ours', is: 'money' },
  theirs_paid_at: { fact: 'Paid', side: 'paystack', is: 'moment' },
  theirs_created_at: { fact: 'Made', side: 'paystack', is: 'moment' },
  theirs_category: { fact: 'Kind', side: 'paystack' },
  ours_expected: { fact: 'What should be there', side: 'ours', is: 'money' },
  ours_ledger: { fact: 'What the ledger has', side: 'ours', is: 'money' },
  ours_answer: { fact: 'Answer', side: 'ours' },
  ours_words: { fact: 'What we wrote', side: 'ours' },
  ours_answered_at: { fact: 'Answered', side: 'ours' },
}

/** Labels of other known facts, such as our evidence in a dispute, in the order in which they happened. */
const inHand: Readonly<Record<string, string>> = {
  consent: 'Agreed to',
  consented_at: 'Agreed on',
  booked_at: 'Booked',
  paid_at: 'Paid',
  lab: 'Lab',
  location: 'Location',
  visit_on: 'Home visit',
  says: 'What the phone says',
  said_at: 'When, as the phone says',
  heard_at: 'When we heard of it',
  the_lab_says: 'Why, as the lab says',
  call_within: 'To be called within',
  call_waits_since: 'Waiting since',
  call_attempts: 'Calls so far',
  labels_missing: 'Missing labels',
  handed_over: 'Handed over by the phlebotomist',
  found_at_the_lab: 'Found by the lab',
  sample_taken_at: 'Sample taken',
  sample_at_lab_at: 'Sample at the lab',
  results_ready_at: 'Results ready',
  gone_back: 'Given back',
  restored_to: 'Restored to',
  lost_until: 'Lost until',
  lost_payments: 'Payments without an order',
  lost_refunds: 'Refunds without an order',
  mail_patient: 'Mail to the patient',
  mail_payer: 'Mail to the payer',
  mail_lab: 'Mail to the lab',
}

/** Shown elsewhere already, such as the subject of the case, or for internal use. */
const hiddenFacts = new Set([
  'payment',
  'order',
  'paystack',
  'why',
  'closed_by_itself',
  'no_credit',
  'is_begun',
])

const displayOrder = [...Object.keys(facts), ...Object.keys(inHand)]

/** The entries of `found` in a readable order: the database does not store one. */
export function entriesOf(found: unknown): [string, unknown][] {
  const place = (name: string) =>
    displayOrder.includes(name) ? displayOrder.indexOf(name) : displayOrder.length
  return Object.entries(Object(found)).toSorted(([a], [b]) => place(a) - place(b))
}

/** The label of a name in `found`. */
export function labelOf(name: string): string {
  return inHand[name] ?? sentence(name)
}

/** The statements of each side about a case, fact by fact, and the other known facts. */
export function sidesOf(row: Pick<CaseRow, 'found'>): Pick<MoneyCase, 'sides' | 'found'> {
  const sides = new Map<string, Record<Side, string | null>>()
  const found: MoneyCase['found'] = []
  for (const [name, value] of entriesOf(row.found)) {
    if (value === null || value === '' || hiddenFacts.has(name)) continue
    const fact = facts[name]
    if (!fact) {
      found.push({ name: labelOf(name), value: String(value) })
      continue
    }
    const statements = sides.get(fact.fact) ?? { paystack: null, ours: null }
    sides.set(fact.fact, { ...statements, [fact.side]: shown(value, fact.is) })
  }
  return { sides: [...sides].map(([fact, said]) => ({ fact, ...said })), found }
}

function shown(value: unknown, is: Fact['is']): string {
  if (is === 'money' && Number.isSafeInteger(value)) return formatNaira(kobo(Number(value)))
  if (is === 'moment') return formatMoment(new Date(String(value)))
  return sentence(String(value))
}

/** `awaiting-bank-feedback` and `booked_at` as readable words. */
function sentence(word: string): string {
  const plain = /^[a-z][a-z_-]*$/.test(word) ? word.replaceAll(/[_-]/g, ' ') : word
  return plain.slice(0, 1).toUpperCase() + plain.slice(1)
}

const aboutPayments = [
  'held_money',
  'missing_at_paystack',
  'amount_differs',
  'reversed_outside',
  'books_differ',
]

/** The payment that a case is about; null if it is about an order, or about no payment of ours. */
export function paymentOf({ kind, subject, found }: CaseRow): string | null {
  const named = Object(found).payment
  if (typeof named === 'string') return named
  return aboutPayments.includes(kind) ? subject : null
}

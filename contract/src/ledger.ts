import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging } from './paging.ts'

/** Which balance of an account an entry changes. */
const balance = z.enum(['pending', 'available', 'credit'])
export type Balance = z.infer<typeof balance>

export const readWallet = endpoint('GET /v0/wallet', {
  summary:
    'What Labalaba owes the signed-in account, in naira: its credit, and for a doctor the earned, pending and available amounts.',
  access: 'account',
  reply: z.object({
    /** For a doctor only: earned; available once the result is released. */
    pending: z.optional(z.number()),
    /** For a doctor only: earned, and the result is released. */
    available: z.optional(z.number()),
    /** Pays the account's next orders. */
    credit: z.number(),
  }),
})
export type Wallet = z.infer<(typeof readWallet)['reply']>

const walletEntry = z.object({
  at: z.string(),
  /** What happened, in words. */
  words: z.string(),
  balance,
  orderReference: z.nullable(z.string()),
  /** Naira; negative if it was taken from the balance. */
  amount: z.number(),
  /** The balance after it, naira. */
  balanceAfter: z.number(),
})
export type WalletEntry = z.infer<typeof walletEntry>

export const listWalletEntries = endpoint('GET /v0/wallet/entries', {
  summary: "Every movement of the signed-in account's balances, newest first.",
  access: 'account',
  query: z.strictObject({ ...paging }),
  reply: z.array(walletEntry),
  paged: true,
})

export const readWalletMonths = endpoint('GET /v0/wallet/months', {
  summary:
    'What the signed-in account earned, and what was taken back, in each of the last twelve months by the calendar of Lagos.',
  access: 'account',
  reply: z.array(
    z.object({
      /** YYYY-MM, oldest first. */
      month: z.string(),
      /** Both in naira. */
      earned: z.number(),
      takenBack: z.number(),
    }),
  ),
})
export type WalletMonths = z.infer<(typeof readWalletMonths)['reply']>

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** Lagos days, both included; 366 at most. */
const span = { from: day, to: day }

/** Balances at the start and end: the total of all balances, and each of them. All in naira. */
const standing = { opening: z.number(), closing: z.number() }

const statement = z.object({
  /** The owner of the ledger account, in words. */
  account: z.string(),
  from: z.string(),
  to: z.string(),
  ...standing,
  balances: z.array(z.object({ balance: z.string(), ...standing })),
  /** Every day of the span, including days without entries. */
  days: z.array(
    z.object({
      day: z.string(),
      ...standing,
      lines: z.array(
        z.object({
          at: z.string(),
          /** The kind of the posting, and the same in words. */
          kind: z.string(),
          words: z.string(),
          balance: z.string(),
          orderReference: z.nullable(z.string()),
          amount: z.number(),
          balanceAfter: z.number(),
        }),
      ),
    }),
  ),
})
export type Statement = z.infer<typeof statement>

const ownStatement = {
  access: 'account',
  query: z.strictObject({ ...span }),
  refusals: ['wrong_days', 'statement_too_long'],
} as const

export const readWalletStatement = endpoint('GET /v0/wallet/statement', {
  ...ownStatement,
  summary: "The signed-in account's own statement, by Lagos day, with opening and closing balances.",
  reply: statement,
})

export const downloadWalletStatement = endpoint('GET /v0/wallet/statement.csv', {
  ...ownStatement,
  summary: "The signed-in account's own statement as a file for a spreadsheet.",
  file: 'text/csv',
  reply: z.string(),
})

const anyStatement = {
  access: 'operator',
  query: z.strictObject({
    /** `lab:<slug>`, `doctor:<email or username>`, `phlebotomist:<email or username>`, `patient:<email or username>`, or one of the platform's own. */
    account: z.string().check(z.minLength(1), z.maxLength(300)),
    ...span,
  }),
  refusals: ['unknown_ledger_account', 'wrong_days', 'statement_too_long'],
} as const

export const readStatement = endpoint('GET /v0/statements', {
  ...anyStatement,
  summary:
    'A statement of any account of the books, by Lagos day, with opening and closing balances. For operators.',
  reply: statement,
})

export const downloadStatement = endpoint('GET /v0/statements.csv', {
  ...anyStatement,
  summary: 'A statement of any account of the books as a file for a spreadsheet. For operators.',
  file: 'text/csv',
  reply: z.string(),
})

const month = z.string().check(z.regex(/^\d{4}-\d{2}$/))

const labStatement = z.object({
  lab: z.string(),
  /** YYYY-MM, of Lagos. */
  month: z.string(),
  /** The months from the first entry up to this one, the newest first. */
  months: z.array(z.string()),
  /** What Labalaba owed the lab before the month and at its end, in naira like all amounts below. */
  opening: z.number(),
  closing: z.number(),
  /** The totals of the month's entries, by kind. */
  totals: z.array(z.object({ words: z.string(), count: z.number(), amount: z.number() })),
  /** Days with entries, the oldest first. */
  days: z.array(
    z.object({
      day: z.string(),
      closing: z.number(),
      lines: z.array(
        z.object({
          at: z.string(),
          words: z.string(),
          orderReference: z.nullable(z.string()),
          amount: z.number(),
          balanceAfter: z.number(),
        }),
      ),
    }),
  ),
})
export type LabStatement = z.infer<typeof labStatement>

const ofAMonth = {
  access: 'lab',
  query: z.strictObject({ month }),
  refusals: ['not_found', 'not_your_duty', 'wrong_days', 'statement_too_long'],
} as const

export const readLabStatement = endpoint('GET /v0/lab/statement', {
  ...ofAMonth,
  summary:
    "A month of the lab's own account in the books, for managers of the whole lab: opening balance, each entry and closing balance.",
  reply: labStatement,
})

export const downloadLabStatement = endpoint('GET /v0/lab/statement.csv', {
  ...ofAMonth,
  summary: "A month of the lab's own account as a file for a spreadsheet.",
  file: 'text/csv',
  reply: z.string(),
})

export const printLabStatement = endpoint('GET /v0/lab/statement.pdf', {
  ...ofAMonth,
  summary:
    "A month of the lab's own account as a PDF. A month with more than two thousand entries is available as CSV only.",
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: [...ofAMonth.refusals, 'busy'],
})

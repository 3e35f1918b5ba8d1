import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { accountNamed } from '../../accounts/index.ts'
import { labById, labsBySlug } from '../../labs/index.ts'
import type { AccountKey, AccountKind } from '../repository.ts'
import { accountWords } from '../words.ts'

/** Ledger accounts that are read together as one statement, and their owner in words. */
export type Whose = { readonly words: string; readonly accounts: readonly AccountKey[] }

/** A lab or a person: its owner key in the ledger, and its name. */
type Named = { readonly owner: string; readonly words: string }

/** Accounts of the platform as a whole, by the word that selects them in a request for a statement. */
const ofThePlatform: Readonly<Record<string, AccountKind>> = {
  platform: 'platform_revenue',
  clearing: 'provider_clearing',
  fees: 'provider_fees',
  phlebotomist: 'phlebotomist',
  unapplied: 'unapplied',
  refunds: 'refunds',
  chargebacks: 'chargebacks',
  bank: 'own_bank',
}

const kinds: Readonly<
  Record<
    string,
    { find: (db: Db, name: string) => Promise<Named | null>; kinds: readonly AccountKind[]; words: string }
  >
> = {
  lab: { find: findLab, kinds: ['lab'], words: 'Lab' },
  doctor: { find: findPerson, kinds: ['doctor_pending', 'doctor_wallet'], words: 'Doctor' },
  phlebotomist: { find: findPerson, kinds: ['phlebotomist'], words: 'Phlebotomist' },
  patient: { find: findPerson, kinds: ['patient_credit'], words: 'Credit' },
}

/** The accepted forms of an account, for people who type it. */
export const accountForms = [
  ...Object.keys(ofThePlatform),
  ...['lab:<slug>', 'doctor:<email or username>', 'phlebotomist:<email or username>'],
  'patient:<email or username>',
].join(', ')

/** The accounts for a text like `lab:yaba-lab` or `platform`. Throws `unknown_ledger_account`. */
export async function whoseAccounts(db: Db, text: string): Promise<Whose> {
  if (Object.hasOwn(ofThePlatform, text)) {
    const kind = ofThePlatform[text] ?? 'platform_revenue'
    return {
      words: kind === 'phlebotomist' ? 'Visits without a phlebotomist' : accountWords[kind],
      accounts: [{ kind }],
    }
  }
  const [, word = '', name = ''] = text.match(/^([a-z]+):(.+)$/s) ?? []
  const wanted = Object.hasOwn(kinds, word) ? kinds[word] : undefined
  const found = wanted ? await wanted.find(db, name.trim()) : null
  if (!wanted || !found) throw new DomainError('unknown_ledger_account')
  return {
    words: `${wanted.words}: ${found.words}`,
    accounts: wanted.kinds.map((kind) => ({ kind, owner: found.owner })),
  }
}

async function findLab(db: Db, slug: string): Promise<Named | null> {
  const found = (await labsBySlug(db, [slug])).get(slug)
  const lab = found && (await labById(db, found.id))
  return lab ? { owner: String(lab.id), words: lab.name } : null
}

async function findPerson(db: Db, emailOrUsername: string): Promise<Named | null> {
  const account = await accountNamed(db, emailOrUsername)
  return account && { owner: String(account.id), words: account.name }
}

/** All ledger accounts of one account holder. */
export function ownAccounts(accountId: number, earns: boolean): Whose {
  const own: readonly AccountKind[] = earns
    ? ['doctor_pending', 'doctor_wallet', 'patient_credit']
    : ['patient_credit']
  return { words: 'Your wallet', accounts: own.map((kind) => ({ kind, owner: String(accountId) })) }
}

import { accountNamed } from './account/index.ts'
import type { Db } from './db.ts'
import { labById, labsBySlug } from './lab/index.ts'
import type { Directory } from './ledger/index.ts'

/** How whoever asks for a statement names labs and people, which the books know by their numbers only. */
export function openDirectory(db: Db): Directory {
  return {
    async lab(slug) {
      const found = (await labsBySlug(db, [slug])).get(slug)
      const lab = found && (await labById(db, found.id))
      return lab ? { owner: String(lab.id), words: lab.name } : null
    },
    async person(emailOrUsername) {
      const account = await accountNamed(db, emailOrUsername)
      return account && { owner: String(account.id), words: account.name }
    },
  }
}

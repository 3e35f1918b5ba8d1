import { accountNamed } from './account/index.ts'
import type { Db } from './db.ts'
import { labById, labsBySlug, requireManager, requireWholeLab } from './lab/index.ts'
import type { Directory, OwnLab } from './ledger/index.ts'
import type { Viewer } from './platform/http.ts'

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

/** The lab whose books somebody may read: they manage it, and all of it. Refuses `not_found` and `not_your_duty`. */
export async function labManagedBy(db: Db, viewer: Viewer): Promise<OwnLab> {
  const member = await requireManager(db, viewer)
  requireWholeLab(member)
  return { labId: member.lab_id, name: member.name, slug: member.slug }
}

import type { Secret } from '../../../infra/config/secret.ts'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { accountById } from '../../accounts/index.ts'
import { type Sending, sendOnce } from '../notices.ts'
import { hasGone } from '../repository.ts'
import { closeChange, undoToken } from './changes.ts'
import { contactChangeLetter } from './letter.ts'

type Dependencies = Sending & { readonly secret: Secret; readonly publicUrl: string }

/** The mail about changed phones and choices. It goes to the account's own address, whatever the choices are. */
export function contactChangeNotices(deps: Dependencies): Jobs {
  return {
    'mail-contact-change': async ({ changeId }) => {
      const key = `contact-change:${changeId}`
      if (await hasGone(deps.db, key)) return
      const change = await closeChange(deps, Number(changeId))
      const account = change && (await accountById(deps.db, change.account_id))
      if (!account || account.state === 'deleted') return
      const { acts, browser, began_at: at, expires_at: until } = change
      const changed = { acts, browser, at, until, token: undoToken(deps.secret, change) }
      await sendOnce(deps, key, account.email, contactChangeLetter(account, changed, deps.publicUrl))
    },
  }
}

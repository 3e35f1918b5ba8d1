import { brand, contactActWords, formatMoment } from '@labalaba/contract'
import type { Secret } from '../../../infra/config/secret.ts'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { type AccountSummary, accountById } from '../../accounts/index.ts'
import { forgotHref, greeting } from '../account-notifications.ts'
import { type Letter, note } from '../letter.ts'
import { hasGone } from '../repository.ts'
import { type SendDependencies, sendOnce } from '../send-once.ts'
import { type ClosedChange, closeChange, undoToken } from './changes.ts'

type Dependencies = SendDependencies & { readonly secret: Secret; readonly publicUrl: string }

/** The mail about changed phones and choices. It goes to the account's own address, whatever the choices are. */
export function contactChangeNotifications(deps: Dependencies): Jobs {
  return {
    'mail-contact-change': async ({ changeId }) => {
      const key = `contact-change:${changeId}`
      if (await hasGone(deps.db, key)) return
      const change = await closeChange(deps, Number(changeId))
      const account = change && (await accountById(deps.db, change.account_id))
      if (!account || account.state === 'deleted') return
      const letter = contactChangeLetter(account, change, undoToken(deps.secret, change), deps.publicUrl)
      await sendOnce(deps, key, account.email, letter)
    },
  }
}

/** Tells the owner what was changed about their notifications, with a link that undoes it. */
function contactChangeLetter(
  account: AccountSummary,
  { acts, browser, began_at, expires_at }: ClosedChange,
  token: string,
  publicUrl: string,
): Letter {
  return {
    subject: 'Your notifications were changed',
    preheader:
      'If it was you, everything is fine. If not, undo the change. The link inside works for 72 hours.',
    heading: 'Was this you?',
    blocks: [
      greeting(account),
      `Someone changed where ${brand.name} sends your notifications, in this browser: ${browser}, on ${formatMoment(began_at)} (Lagos time).`,
      { kind: 'list', items: acts.map(contactActWords) },
      'If it was you, you do not need to do anything. If it was not you, undo it. You need no password for that.',
      { kind: 'button', label: 'Undo this change', href: `${publicUrl}/undo-change#${token}` },
      note(
        `The link works once, until ${formatMoment(expires_at)} (Lagos time). It also undoes every change that came later. Do not share it.`,
      ),
      'Then choose a new password. This logs out every device.',
      { kind: 'link', label: 'Choose a new password', href: forgotHref(account, publicUrl) },
    ],
  }
}

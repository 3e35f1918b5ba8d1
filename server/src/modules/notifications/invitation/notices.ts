import type { Jobs } from '../../../infra/queue/jobs.ts'
import { invitationToken, isOpen, staffById } from '../../accounts/index.ts'
import { membersOf } from '../../labs/index.ts'
import type { NotificationDependencies } from '../jobs.ts'
import { sendOnce } from '../notices.ts'
import { invitationLetter } from './letter.ts'

/** The mails that invite staff members, as jobs that are safe to repeat. */
export function invitationNotices(deps: NotificationDependencies): Jobs {
  const { db, clock, secret, publicUrl } = deps
  return {
    'mail-invitation': async ({ staffId, noticeKey }) => {
      const invited = await staffById(db, String(staffId))
      // Skipped if it was withdrawn, or accepted through an earlier mail.
      if (!invited || !isOpen(invited, clock.now())) return
      const [member] = await membersOf(db, [invited.id])
      const { type, email, name, expires_at: expiresAt } = invited
      const token = invitationToken(secret, invited)
      const letter = invitationLetter(
        { type, name, labName: member?.name ?? null, token, expiresAt },
        publicUrl,
      )
      await sendOnce(deps, String(noticeKey), email, letter)
    },
  }
}

import { brand, formatMoment } from '@labalaba/contract'
import type { Jobs } from '../../infra/queue/jobs.ts'
import { invitationToken, isOpen, type StaffRow, staffById } from '../accounts/index.ts'
import { membersOf } from '../labs/index.ts'
import { greeting } from './account-notifications.ts'
import type { NotificationDependencies } from './channel/notify.ts'
import { type Letter, note } from './letter.ts'
import { sendOnce } from './send-once.ts'

/** The mails that invite staff members, as jobs that are safe to repeat. */
export function invitationNotifications(deps: NotificationDependencies): Jobs {
  const { db, clock, secret, publicUrl } = deps
  return {
    'mail-invitation': async ({ staffId, noticeKey }) => {
      const invited = await staffById(db, String(staffId))
      // Skipped if it was withdrawn, or accepted through an earlier mail.
      if (!invited || !isOpen(invited, clock.now())) return
      const [member] = await membersOf(db, [invited.id])
      const invitation = {
        ...invited,
        labName: member?.name ?? null,
        token: invitationToken(secret, invited),
      }
      await sendOnce(deps, String(noticeKey), invited.email, invitationLetter(invitation, publicUrl))
    },
  }
}

/** An invitation for a staff member, with the token of the link that accepts it. */
type Invitation = Pick<StaffRow, 'type' | 'name' | 'expires_at'> & {
  readonly labName: string | null
  readonly token: string
}

/** The mail that invites a staff member. The token is in the URL fragment, which no server receives. */
function invitationLetter(invitation: Invitation, publicUrl: string): Letter {
  const href = `${publicUrl}/auth/invitation#${new URLSearchParams({ token: invitation.token })}`
  return {
    subject: `You are invited to work with ${brand.name}`,
    preheader: 'The link inside works once, and for a week.',
    heading: `You are invited to ${brand.name}`,
    blocks: [
      greeting(invitation),
      what(invitation),
      'You choose a password. You also set up an authenticator app on your phone. You can use Google Authenticator, Microsoft Authenticator or Aegis. It takes about three minutes.',
      { kind: 'button', label: 'Accept the invitation', href },
      note(
        `The link works once, until ${formatMoment(invitation.expires_at)} (Lagos time). Do not forward it. The person who opens it takes your place.`,
      ),
      note(
        `If you did not expect this, you do not need to do anything. You can also write to ${brand.supportEmail}.`,
      ),
    ],
  }
}

function what({ type, labName }: Invitation): string {
  if (type === 'lab')
    return `You are invited to work in the ${brand.name} portal of ${labName ?? 'your lab'}.`
  if (type === 'phlebotomist') return `You are invited to collect samples at home with ${brand.name}.`
  return `You are invited to help run ${brand.name} as an operator.`
}

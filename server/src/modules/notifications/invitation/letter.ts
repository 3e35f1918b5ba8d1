import { brand, formatMoment, type StaffType } from '@labalaba/contract'
import { greeting } from '../account-mails.ts'
import type { Letter } from '../letter.ts'

/** An invitation for a staff member, with the token of the link that accepts it. */
export type Invitation = {
  readonly type: StaffType
  readonly name: string
  readonly labName: string | null
  readonly token: string
  readonly expiresAt: Date
}

/** The mail that invites a staff member. The token is in the URL fragment, which no server receives. */
export function invitationLetter(invitation: Invitation, publicUrl: string): Letter {
  const href = `${publicUrl}/auth/invitation#${new URLSearchParams({ token: invitation.token })}`
  return {
    subject: `You are invited to work with ${brand.name}`,
    preheader: 'The link inside works once, and for a week.',
    heading: `You are invited to ${brand.name}`,
    blocks: [
      { kind: 'text', text: greeting(invitation) },
      { kind: 'text', text: what(invitation) },
      {
        kind: 'text',
        text: 'You choose a password. You also set up an authenticator app on your phone. You can use Google Authenticator, Microsoft Authenticator or Aegis. It takes about three minutes.',
      },
      { kind: 'button', label: 'Accept the invitation', href },
      {
        kind: 'note',
        text: `The link works once, until ${formatMoment(invitation.expiresAt)} (Lagos time). Do not forward it. The person who opens it takes your place.`,
      },
      {
        kind: 'note',
        text: `If you did not expect this, you do not need to do anything. You can also write to ${brand.supportEmail}.`,
      },
    ],
  }
}

function what({ type, labName }: Invitation): string {
  if (type === 'lab')
    return `You are invited to work in the ${brand.name} portal of ${labName ?? 'your lab'}.`
  if (type === 'phlebotomist') return `You are invited to collect samples at home with ${brand.name}.`
  return `You are invited to help run ${brand.name} as an operator.`
}

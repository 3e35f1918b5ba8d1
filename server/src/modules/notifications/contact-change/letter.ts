import { brand, type ContactAct, contactActWords, formatMoment } from '@labalaba/contract'
import type { AccountSummary } from '../../accounts/index.ts'
import { forgotHref, greeting } from '../account-mails.ts'
import type { Letter } from '../letter.ts'

type Changed = {
  readonly acts: readonly ContactAct[]
  readonly browser: string
  readonly at: Date
  /** Of the link that undoes the change. */
  readonly token: string
  readonly until: Date
}

/** Tells the owner what was changed about their notifications, with a link that undoes it. */
export function contactChangeLetter(
  account: AccountSummary,
  { acts, browser, at, token, until }: Changed,
  publicUrl: string,
): Letter {
  return {
    subject: 'Your notifications were changed',
    preheader:
      'If it was you, everything is fine. If not, undo the change. The link inside works for 72 hours.',
    heading: 'Was this you?',
    blocks: [
      { kind: 'text', text: greeting(account) },
      {
        kind: 'text',
        text: `Someone changed where ${brand.name} sends your notifications, in this browser: ${browser}, on ${formatMoment(at)} (Lagos time).`,
      },
      { kind: 'list', items: acts.map(contactActWords) },
      {
        kind: 'text',
        text: 'If it was you, you do not need to do anything. If it was not you, undo it. You need no password for that.',
      },
      { kind: 'button', label: 'Undo this change', href: `${publicUrl}/undo-change#${token}` },
      {
        kind: 'note',
        text: `The link works once, until ${formatMoment(until)} (Lagos time). It also undoes every change that came later. Do not share it.`,
      },
      { kind: 'text', text: 'Then choose a new password. This logs out every device.' },
      { kind: 'link', label: 'Choose a new password', href: forgotHref(account, publicUrl) },
    ],
  }
}

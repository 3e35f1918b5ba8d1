import { createHash } from 'node:crypto'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Attachment, Mailer } from '../../infra/mail/mail.ts'
import { type Letter, renderLetter } from './letter.ts'
import * as repository from './repository.ts'

export type SendDependencies = { readonly db: Db; readonly clock: Clock; readonly mailer: Mailer }

/**
 * Sends a letter unless the notification `key` was sent before. A crash between sending and recording repeats the mail at
 * most once more, with the same Message-ID. Attachments are made only when the mail is sent. Throws if it cannot be sent,
 * so that the job is retried.
 */
export async function sendOnce(
  deps: SendDependencies,
  key: string,
  to: string,
  letter: Letter,
  attach: () => Promise<readonly Attachment[]> = async () => [],
): Promise<void> {
  const { db, clock, mailer } = deps
  if (await repository.hasGone(db, key)) return
  if (!isRecipient(to)) throw new Error('the recipient is not a valid email address')
  // Hashed, as the key may contain data that the recipient must not see.
  const messageId = createHash('sha256').update(key).digest('hex').slice(0, 40)
  await mailer.send({ to, ...renderLetter(letter), messageId, attachments: await attach() })
  await repository.insertNotice(db, key, clock.now())
}

/** Whether it is one address, without anything that could add to a mail header. */
function isRecipient(to: string): boolean {
  return to.length <= 254 && /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u.test(to)
}

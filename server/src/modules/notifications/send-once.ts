import { createHash } from 'node:crypto'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Attachment, Mailer } from '../../infra/mail/mail.ts'
import { RecipientRefused } from '../../infra/mail/recipient-refused.ts'
import { type Letter, renderLetter } from './letter.ts'
import * as repository from './repository.ts'

type RequestedJob = { readonly at: Date }

export type SendDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly mailer: Mailer
  /** The job that sends, and when it was requested. */
  readonly job?: RequestedJob
}

/** For how long a refused recipient is tried again, in milliseconds: a mailbox may be full, or just being set up. */
const refusedFor = 24 * 60 * 60 * 1000

/**
 * Sends a letter unless the notification `key` was sent before. A crash between sending and recording repeats the mail at
 * most once more, with the same Message-ID. Attachments are made only when the mail is sent. Throws if it cannot be sent,
 * so that the job is retried. A mail whose recipient the server has refused for a day is dropped.
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
  try {
    await mailer.send({ to, ...renderLetter(letter), messageId, attachments: await attach() })
  } catch (error) {
    if (!(error instanceof RecipientRefused && deps.job && (await isRefusedForLong(deps, deps.job))))
      throw error
    // Recorded at the time of its request, so that it does not count as a mail that has left since.
    return await repository.insertNotice(db, key, deps.job.at)
  }
  await repository.insertNotice(db, key, clock.now())
}

/** While a server refuses everybody, it is set up wrongly, and nothing is dropped. */
async function isRefusedForLong({ db, clock }: SendDependencies, { at }: RequestedJob): Promise<boolean> {
  return clock.now().getTime() - at.getTime() >= refusedFor && (await repository.hasAnyGone(db, at))
}

/** Sends a letter to several people. A failure for one does not hold up the others; the first is thrown at the end. */
export async function sendEach(
  deps: SendDependencies,
  letter: Letter,
  recipients: readonly { readonly key: string; readonly to: string }[],
): Promise<void> {
  const failures: unknown[] = []
  for (const { key, to } of recipients)
    await sendOnce(deps, key, to, letter).catch((failure) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}

/** Whether it is one address, without anything that could add to a mail header. */
function isRecipient(to: string): boolean {
  return to.length <= 254 && /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u.test(to)
}

import { createTransport } from 'nodemailer'
import type { Db } from '../../db.ts'
import { countMail } from './metrics.ts'
import { asRefused } from './recipient-refused.ts'

/** A file attached to a mail. */
export type Attachment = { readonly name: string; readonly file: Uint8Array; readonly type: string }

/** A picture inside a mail, which its HTML references by `cid:` and this name, so that nothing is fetched. */
export type MailPicture = { readonly cid: string; readonly png: Uint8Array }

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same at each retry of the job, so that a mail program can recognise duplicates. */
  readonly messageId: string
  readonly attachments: readonly Attachment[]
  readonly pictures?: readonly MailPicture[]
}

/** Sends a mail, or throws so that the job is retried. Throws RecipientRefused if its server will never take mail for them. */
export type Mailer = { readonly configured: boolean; send(mail: Mail): Promise<void> }

/** Mail waits in the queue because no SMTP server is configured. */
export class MailNotConfigured extends Error {
  override name = 'MailNotConfigured'
}

/** Real mail through SMTP. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(
    { url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  )
  return {
    configured: true,
    async send({ pictures = [], ...mail }) {
      const inside = pictures.map(({ cid, png }) => ({
        cid,
        filename: `${cid}.png`,
        contentDisposition: 'inline' as const,
        content: Buffer.from(png),
        contentType: 'image/png',
      }))
      const sending = transport.sendMail({
        ...mail,
        messageId: `<${mail.messageId}@labalaba>`,
        attachments: [
          ...inside,
          ...mail.attachments.map(({ name, file, type }) => ({
            filename: name,
            content: Buffer.from(file),
            contentType: type,
          })),
        ],
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await countMail(
        sending.catch((error: unknown) => {
          throw asRefused(error)
        }),
      )
    },
  }
}

/** A demonstration's mail: stored in the database, shown at /dev/mailbox, not sent. */
export function mailboxMailer(db: Db): Mailer {
  return {
    configured: true,
    async send({ to, subject, text: words, html: asSent, messageId, attachments, pictures = [] }) {
      const html = pictures.reduce(withPicture, asSent)
      // The files themselves are not stored: the mailbox of a demonstration only lists their names.
      const names = attachments.map(({ name }) => `[Attached: ${name}]\n`)
      const text = [words, ...names].join('\n')
      await db
        .insertInto('mailbox')
        .values({ recipient: to, subject, text, html, message_id: messageId })
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute()
    },
  }
}

/** The mailbox stores no attachments, so a picture is embedded in the HTML as a data URL. */
function withPicture(html: string, { cid, png }: MailPicture): string {
  return html.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${Buffer.from(png).toString('base64')}"`)
}

/** Nothing is configured: every mail stays in the queue. */
export const waitingMailer: Mailer = {
  configured: false,
  async send() {
    throw new MailNotConfigured(
      'mail is not set up: give SMTP_URL and MAIL_FROM; until then it waits in the queue',
    )
  },
}

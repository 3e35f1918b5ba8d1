/** The words by which the queue finds the mails whose recipient is refused. */
export const recipientRefused = 'the mail server refuses the recipient'

/**
 * The mail server answered the recipient's address with a permanent error (SMTP 5xx at `RCPT TO`): most often nobody reads
 * mail there. The message does not contain the address, because it is stored with the job and logged.
 */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused'

  constructor(smtpCode: number) {
    super(`${recipientRefused} (SMTP ${smtpCode})`)
  }
}

/** Passes the error of nodemailer on, as RecipientRefused if it is one. */
export function asRefused(error: unknown): unknown {
  const { command, responseCode } = Object(error) as { command?: unknown; responseCode?: unknown }
  const isRefused = command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  return isRefused ? new RecipientRefused(responseCode) : error
}

import { Counter, type Registry } from 'prom-client'
import { RecipientRefused } from './recipient-refused.ts'

/** What this process has handed to the mail server. */
const sends = new Counter({
  name: 'labalaba_mail_sends_total',
  help: 'Mails that this process handed to the mail server, by outcome: sent, failed, or refused for its recipient.',
  labelNames: ['outcome'],
  registers: [],
})
for (const outcome of ['sent', 'failed', 'refused']) sends.inc({ outcome }, 0)

/** Counts a mail by what `sending` comes to, and passes that on. */
export async function countMail(sending: Promise<unknown>): Promise<void> {
  try {
    await sending
    sends.inc({ outcome: 'sent' })
  } catch (error) {
    sends.inc({ outcome: error instanceof RecipientRefused ? 'refused' : 'failed' })
    throw error
  }
}

/** Exposes the mails of this process to Prometheus. */
export function exposeMail(registry: Registry): void {
  registry.registerMetric(sends)
}

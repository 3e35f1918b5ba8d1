import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type PostOffice = {
  readonly url: string
  /** The mails received, as a mail program reads them, with the envelope’s addresses. */
  readonly mails: { readonly mail: ParsedMail; readonly raw: string; readonly to: string[] }[]
  /** It receives each mail whole, and then refuses it temporarily the first time. */
  refuseFirst: boolean
  /** Addresses that it refuses for good. */
  readonly unknown: Set<string>
}

/** A real mail server on loopback, for one test. */
export async function openPostOffice(port = 0): Promise<PostOffice> {
  const office = { url: '', mails: [] as PostOffice['mails'], refuseFirst: false, unknown: new Set<string>() }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const isUnknown = office.unknown.has(address)
      done(isUnknown ? Object.assign(new Error(`no ${address} here`), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const to = session.envelope.rcptTo.map(({ address }) => address)
        void simpleParser(raw).then((mail) => {
          const known = office.mails.some((other) => other.mail.messageId === mail.messageId)
          office.mails.push({ mail, raw, to })
          done(
            office.refuseFirst && !known
              ? Object.assign(new Error('come later'), { responseCode: 451 })
              : null,
          )
        })
      })
    },
  })
  const listening = server.listen(port, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const address = listening.address()
  office.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return office
}

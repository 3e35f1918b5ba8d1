import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that can be down, or disconnect during a mail; it stores the subjects of received mails. */
export type PostOffice = {
  readonly port: number
  readonly subjects: string[]
  open(): Promise<void>
  shut(): Promise<void>
  /** From now on the connection is cut after a mail has been sent, before the answer; until reset. */
  cut(wanted: boolean): void
}

/** Opens a post office on a port. */
export async function openPostOffice(port: number): Promise<PostOffice> {
  const subjects: string[] = []
  const lines = new Set<Socket>()
  let server: SMTPServer | null = null
  let cuts = false
  const office: PostOffice = {
    port,
    subjects,
    async open() {
      if (server) return
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        closeTimeout: 200,
        onData(stream, _session, done) {
          let head = ''
          stream.setEncoding('utf8').on('data', (text: string) => {
            if (head.length < 10_000) head += text
          })
          stream.on('end', () => {
            if (cuts) for (const line of lines) line.destroy()
            subjects.push(/^subject: (.*)$/im.exec(head)?.[1] ?? '')
            done()
          })
        },
      })
      server.on('error', () => {})
      const listening = server.listen(port, '127.0.0.1')
      listening.on('connection', (line) => {
        lines.add(line)
        line.once('close', () => lines.delete(line))
      })
      await new Promise((resolve) => listening.once('listening', resolve))
    },
    async shut() {
      const closing = server
      server = null
      if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
    },
    cut(wanted) {
      cuts = wanted
    },
  }
  await office.open()
  return office
}

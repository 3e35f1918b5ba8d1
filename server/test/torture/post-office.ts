import { SMTPServer } from 'smtp-server'

/** A mail server that can be away; it counts what it took, and keeps the subjects. */
export type PostOffice = {
  readonly port: number
  readonly subjects: string[]
  open(): Promise<void>
  shut(): Promise<void>
}

/** Opens a post office on a port. */
export async function openPostOffice(port: number): Promise<PostOffice> {
  const subjects: string[] = []
  let server: SMTPServer | null = null
  const office: PostOffice = {
    port,
    subjects,
    async open() {
      if (server) return
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        onData(stream, _session, done) {
          let head = ''
          stream.setEncoding('utf8').on('data', (text: string) => {
            if (head.length < 10_000) head += text
          })
          stream.on('end', () => {
            subjects.push(/^subject: (.*)$/im.exec(head)?.[1] ?? '')
            done()
          })
        },
      })
      server.on('error', () => {})
      const listening = server.listen(port, '127.0.0.1')
      await new Promise((resolve) => listening.once('listening', resolve))
    },
    async shut() {
      const closing = server
      server = null
      if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
    },
  }
  await office.open()
  return office
}

import { Logger, runOnce } from 'graphile-worker'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAccountServer, otherDigits } from '../../../test/account-server.ts'
import { days, minutes, seconds } from '../../../test/clock.ts'
import { type Mailer, mailboxMailer, smtpMailer, waitingMailer } from '../../infra/mail/mail.ts'
import { noMessenger } from '../../infra/mail/messenger.ts'
import { openLog } from '../../infra/observability/log.ts'
import { mailJobs } from '../../infra/queue/readings.ts'
import { notificationJobs } from './jobs.ts'
import { sendOnce } from './send-once.ts'

const server = await openAccountServer()
const { db, sql, clock, secret, url, post } = server

beforeEach(async () => {
  clock.pass(90 * days)
  await sql`delete from mailbox`
  await sql`delete from graphile_worker._private_jobs`
})

function jobsWith(mailer: Mailer) {
  const log = openLog('silent')
  return notificationJobs({
    db,
    clock,
    secret,
    mailer,
    publicUrl: 'https://labs.example',
    operatorMail: 'ops@labs.example',
    log,
    messenger: noMessenger,
    renderer: { render: () => expect.unreachable(), close: async () => undefined },
  })
}

test('the name of each job that sends mail says so, by which the queue finds failed mails', () => {
  const others = Object.keys(jobsWith(waitingMailer)).filter((name) => !name.startsWith(mailJobs))
  expect(others.toSorted()).toEqual(['drop-phones', 'follow-licence', 'stop-shares'])
})

/** Works the queue off, as the worker does. */
async function work(mailer: Mailer = mailboxMailer(db)): Promise<void> {
  const taskList = Object.fromEntries(
    Object.entries(jobsWith(mailer)).map(([name, job]) => [name, (payload: unknown) => job(Object(payload))]),
  )
  const once = { connectionString: url, taskList, logger: new Logger(() => () => undefined), concurrency: 4 }
  await runOnce(once)
  // A worker that found every job taken ends before the others have; the jobs it skipped are done now.
  await runOnce(once)
}

async function mailbox(to: string) {
  return await sql<{ subject: string; text: string; html: string; message_id: string }[]>`
    select subject, text, html, message_id from mailbox where recipient = ${to} order by id`
}

describe('the mail of a code', () => {
  test('has exactly the digits and token that confirm the account', async () => {
    await server.register('ada@mail.example')
    const { digits, token } = await server.codeOf('ada@mail.example')
    await work()
    const [mail, ...more] = await mailbox('ada@mail.example')
    expect(more).toEqual([])
    expect(mail?.text).toContain(digits)
    expect(mail?.text).toContain(`/auth/otp/user#email=ada%40mail.example&code=${token}`)
    expect(mail?.html).toContain(digits)
    expect(await post('verifyaccount', { email: 'ada@mail.example', code: digits })).toMatchObject({
      status: 200,
    })
  })

  test('is not sent once the code no longer works, nor to an address without an account', async () => {
    await server.register('late@mail.example')
    await post('resendcode', { email: 'nobody@mail.example' })
    clock.pass(11 * minutes)
    await work()
    expect(await sql`select 1 from mailbox`).toHaveLength(0)
    expect(await sql`select attempts, last_error from graphile_worker._private_jobs`).toEqual([])
  })

  test('goes out once, however often the job is repeated', async () => {
    await server.register('again@mail.example')
    const [job] = await server.jobs()
    const mailCode = jobsWith(mailboxMailer(db))['mail-code']
    for (let i = 0; i < 3; i++) await mailCode?.(job?.payload ?? {})
    await work()
    expect(await mailbox('again@mail.example')).toHaveLength(1)
  })

  test('waits in the queue while mail is not configured, and the code is stored nowhere', async () => {
    await server.register('waiting@mail.example')
    await work(waitingMailer)
    const [job] = await sql`select attempts, last_error from graphile_worker._private_jobs`
    expect(job).toMatchObject({ attempts: 1, last_error: expect.stringContaining('mail is not set up') })
    const { digits } = await server.codeOf('waiting@mail.example')
    expect(job?.last_error).not.toContain(digits)
    expect(job?.last_error).not.toContain('waiting@')
    await sql`update graphile_worker._private_jobs set run_at = now()`
    await work()
    expect(await mailbox('waiting@mail.example')).toHaveLength(1)
  })

  test('is limited: seven requests in an hour are five mails', async () => {
    await server.register('limits@mail.example')
    await work()
    for (let i = 0; i < 6; i++) {
      clock.pass(61 * seconds)
      await post('resendcode', { email: 'limits@mail.example' })
      await work()
    }
    expect(await mailbox('limits@mail.example')).toHaveLength(5)
  })
})

describe('the owner of an account gets a mail', () => {
  test('of a registration with a taken address, once a day', async () => {
    await server.confirmed('taken@mail.example')
    for (let i = 0; i < 3; i++) await server.register('taken@mail.example')
    await work()
    const about = (await mailbox('taken@mail.example')).map((mail) => mail.subject)
    expect(about).toEqual(['You already have an account'])
    clock.pass(1 * days)
    await server.register('taken@mail.example')
    await work()
    expect(await mailbox('taken@mail.example')).toHaveLength(2)
  })

  test('of a new password and of a sign-in after many failures', async () => {
    const email = 'owner@mail.example'
    await server.confirmed(email)
    await post('forgotpassword', { email })
    const { digits } = await server.codeOf(email, 'reset_password')
    await post('verifycode', { email, code: otherDigits(digits) })
    await post('updatepassword', { email, code: digits, password: 'brand new lentils 5' })
    for (let i = 0; i < 5; i++) await server.signIn(email, 'a wrong password')
    await server.signIn(email, 'brand new lentils 5')
    await work()
    const subjects = (await mailbox(email)).map((mail) => mail.subject)
    expect(subjects).toHaveLength(2)
    expect(new Set(subjects)).toEqual(
      new Set(['Your password was changed', 'A login after several wrong passwords']),
    )
    const html = (await mailbox(email)).map((mail) => mail.html).join()
    expect(html).toContain('Hello Ada,')
    expect(html).not.toContain(digits)
  })
})

describe('sending once', () => {
  const letter = { subject: 'Hello', preheader: '', heading: 'Hello', blocks: [] }
  const sending = { db, clock, mailer: mailboxMailer(db) }

  test('holds after a stop between sending and recording it: the Message-ID is the same', async () => {
    await sendOnce(sending, 'notice-1', 'ada@mail.example', letter)
    await sql`delete from notice_key`
    await sql`delete from notice`
    await sendOnce(sending, 'notice-1', 'ada@mail.example', letter)
    expect(await mailbox('ada@mail.example')).toHaveLength(1)
  })

  test('holds across the edge of a month, and twenty at once make one row', async () => {
    const [row] = await sql<{ edge: Date }[]>`select (date_trunc('month', now() at time zone 'Africa/Lagos')
      + interval '1 month') at time zone 'Africa/Lagos' as edge`
    const edge = row?.edge ?? expect.unreachable()
    const lastSecond = { ...sending, clock: { now: () => new Date(edge.getTime() - 1000) } }
    const firstSecond = { ...sending, clock: { now: () => edge } }
    await sendOnce(lastSecond, 'at the edge', 'edge@mail.example', letter)
    await sql`delete from mailbox where recipient = 'edge@mail.example'`
    await sendOnce(firstSecond, 'at the edge', 'edge@mail.example', letter)
    expect(await mailbox('edge@mail.example')).toEqual([])
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        sendOnce(turn % 2 ? firstSecond : lastSecond, 'both at once', 'edge@mail.example', letter),
      ),
    )
    expect(await mailbox('edge@mail.example')).toHaveLength(1)
    const rows = await sql<{ key: string }[]>`select key from notice where key like '%at %' order by key`
    expect(rows.map(({ key }) => key)).toEqual(['at the edge', 'both at once'])
  })

  test('records nothing if the mail could not be sent', async () => {
    await expect(
      sendOnce({ ...sending, mailer: waitingMailer }, 'notice-2', 'ada@mail.example', letter),
    ).rejects.toThrow('not set up')
    expect(await sql`select 1 from notice where key = 'notice-2'`).toHaveLength(0)
  })

  test.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    '"x" <a@b.example>',
    'a@b.example\u0000',
    'nobody',
    '',
  ])('writes to one plain address only, not to %j', async (to) => {
    await expect(sendOnce(sending, 'notice-3', to, letter)).rejects.toThrow('not a valid email address')
  })
})

test('a letter with hostile text arrives through real SMTP with the headers of one mail', async () => {
  const received: Buffer[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _, done) {
      stream.on('data', (chunk: Buffer) => received.push(chunk))
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  try {
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Labalaba <no-reply@labs.example>')
    const subject = 'Hello\r\nBcc: everybody@mail.example\r\n\r\nQuite another body'
    await sendOnce({ db, clock, mailer }, 'notice-smtp', 'ada@mail.example', {
      subject,
      preheader: '',
      heading: 'Ẹ káàbọ̀',
      blocks: [],
    })
    const mail = await simpleParser(Buffer.concat(received))
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.subject).toBe('Hello Bcc: everybody@mail.example Quite another body')
    expect(mail.text).toContain('Ẹ káàbọ̀')
    expect(mail.messageId).toMatch(/^<[0-9a-f]{40}@labalaba>$/)
  } finally {
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  }
})

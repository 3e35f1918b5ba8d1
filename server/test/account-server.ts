import type { Answer, Profile } from '@labalaba/contract'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { secretFrom } from '../src/infra/config/secret.ts'
import { onlyMain } from '../src/infra/db/readers.ts'
import { openFastify } from '../src/infra/http/fastify.ts'
import type { Server } from '../src/infra/http/http.ts'
import { readPayload } from '../src/infra/queue/jobs.ts'
import {
  accountRoutes,
  type CodeMail,
  codeMail,
  type Hasher,
  openHasher,
  openIdentify,
} from '../src/modules/accounts/index.ts'
import { clockAt } from './clock.ts'
import { cloneDatabase } from './database.ts'

export type Reply<T = unknown> = Answer<T> & { status: number; headers: Record<string, unknown> }
export type SignedIn = { details: Profile; authid: string | null; expiresAt: string | null }
type Purpose = 'verify_account' | 'reset_password' | 'sign_in'

/** The configured address of the site. */
export const accountSite = 'https://labs.example'

export const goodPassword = 'Okro soup at nine 47'

/** As in production: slow on purpose. */
const usualHasher = () => openHasher({ atOnce: 2, waiting: 200 })

/** The account routes in process, on a database of their own, with a movable clock and the log captured. */
export async function openAccountServer(hasher: Hasher = usualHasher()) {
  const { db, sql, url } = await cloneDatabase()
  const clock = clockAt('2026-11-21T09:00:00Z')
  const secret = secretFrom('a secret of the tests, with more than 32 characters')
  const logged: string[] = []
  const loggerInstance = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const fastify = await openFastify({ trustProxy: false, ratePerAddress: 1_000_000, loggerInstance })
  const server: Server = {
    fastify,
    endpoints: [],
    readers: onlyMain(db),
    identify: openIdentify(db, clock),
    hashesPerAddress: 1_000_000,
  }
  accountRoutes(server, {
    db,
    clock,
    secret,
    hasher,
    publicUrl: accountSite,
    onAccountDeleted: async () => undefined,
  })
  afterAll(() => fastify.close())

  /** A browser with cookies of its own, behind a network address, and with a `user-agent` where one is given. */
  function openBrowser(remoteAddress = '127.0.0.1', agent = '') {
    let cookie = ''
    async function call<T>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
      authorization?: string,
    ): Promise<Reply<T>> {
      const headers = {
        ...(authorization && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...(agent && { 'user-agent': agent }),
      }
      const answer = await fastify.inject({
        method,
        url: path,
        headers,
        remoteAddress,
        ...(body && { payload: JSON.stringify(body) }),
      })
      cookie = String(answer.headers['set-cookie'] ?? cookie).split(';')[0] ?? ''
      return { ...answer.json<Answer<T>>(), status: answer.statusCode, headers: answer.headers }
    }
    return {
      call,
      post: <T>(path: string, body: object) => call<T>('POST', `/v0/${path}`, body),
      signIn: (email: string, password = goodPassword) =>
        call<SignedIn>('POST', '/v0/', undefined, basic(email, password)),
    }
  }
  const { call, post, signIn } = openBrowser()
  const postElsewhere = <T>(path: string, body: object) => openBrowser().post<T>(path, body)

  return {
    db,
    sql,
    url,
    clock,
    secret,
    hasher,
    fastify,
    server,
    logged,
    openBrowser,
    call,
    post,
    signIn,
    postElsewhere,
    register: (email: string, changes: object = {}) =>
      post('createAccount', { ...registration(email), ...changes }),
    profile: (token: string) => call<Profile>('GET', '/v0/account', undefined, `Bearer ${token}`),
    /** The mail of the newest live code of an address. */
    async mailOf(email: string, purpose: Purpose = 'verify_account'): Promise<CodeMail> {
      const [row] = await sql<{ id: string }[]>`
        select code.id from code join account on account.id = account_id
        where email = ${email} and purpose = ${purpose} and code.state = 'live'
        order by code.issued_at desc, account.id desc limit 1`
      const mail = row && (await codeMail(db, clock, secret, row.id))
      if (!mail) throw new Error('there is no live code')
      return mail
    },
    /** The same, if its digits are valid. */
    async codeOf(email: string, purpose: Purpose = 'verify_account') {
      const { digits, ...mail } = await this.mailOf(email, purpose)
      if (digits === null) throw new Error('the mail has no digits')
      return { ...mail, digits }
    },
    /** Registers an account and confirms it. */
    async confirmed(email: string, changes: object = {}): Promise<void> {
      await this.register(email, changes)
      await post('verifyaccount', { email, code: (await this.codeOf(email)).digits })
    },
    /** The token of a new session. */
    async tokenOf(email: string, password = goodPassword): Promise<string> {
      const { data } = await this.signIn(email, password)
      if (!data?.authid) throw new Error('not signed in')
      return data.authid
    },
    /** What is waiting in the queue: job names with their payloads. */
    async jobs(): Promise<{ name: string; payload: Record<string, unknown> }[]> {
      const queued = await sql<{ name: string; payload: unknown }[]>`
        select identifier as name, payload from graphile_worker._private_jobs job
        join graphile_worker._private_tasks task on task.id = job.task_id order by job.id`
      return queued.map(({ name, payload }) => ({ name, payload: readPayload(payload).payload }))
    },
  }
}

/** What the web app sends to register a patient. */
export function registration(email: string) {
  return {
    email,
    password: goodPassword,
    phone: '08031234567',
    username: 'ada',
    location: '12 Herbert Macaulay Way, Yaba',
    source: 'web',
    type: 'user',
    name: 'Ada Obi',
    branch: 'at_home_service',
  }
}

/** Another five digits. */
export function otherDigits(digits: string, by = 1): string {
  return String((Number(digits) + by) % 100_000).padStart(5, '0')
}

export function basic(email: string, password: string): string {
  return `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
}

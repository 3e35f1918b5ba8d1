import { type Answer, signIn } from '@labalaba/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { demoEmails, demoPassword } from '../../demo/accounts.ts'
import { openHistory } from '../../demo/history/play.ts'
import type { Call, Stage } from '../../demo/history/stage.ts'
import { buildApp, type Parts } from './app.ts'
import type { Db } from './db.ts'
import { liftedUseLimits } from './infra/http/use-limits.ts'
import { createVerifiedAccount } from './modules/accounts/index.ts'
import { visitJobs } from './modules/home-visits/index.ts'
import { paymentByReference, settle } from './modules/payments/index.ts'

/** The accounts of a demonstration are created, and its prices apply, this many days before it starts. */
const pastDays = 100
const day = 24 * 60 * 60 * 1000

/** When the past of a demonstration begins, if the demonstration starts now. */
export function beginningOf(now: Date): Date {
  return new Date(now.getTime() - pastDays * day)
}

type Dependencies = Parts & { readonly simulatorUrl: string }

/**
 * Plays some weeks of past orders into a demonstration that has no orders yet. It makes the same calls as a browser, on a
 * clock set to the past. Each order is played once: after an interruption it continues with the next order, and a failed
 * order is logged and skipped. `isOver` stops it between two orders.
 */
export async function playHistory(deps: Dependencies, isOver: () => boolean): Promise<void> {
  const { db, log, clock } = deps
  // A real install never gets invented orders, whatever the settings say.
  if (!deps.demo) return
  const past = await begin(db, clock.now())
  if (!past) return
  const { stage, close } = await openStage(deps, past.now)
  try {
    const history = openHistory()
    for (let number = past.next; number < history.length; number += 1) {
      if (isOver()) return
      await keepProgress(db, past.now, number + 1)
      await history
        .play(stage, number, past.now)
        .catch((err) => log.warn({ err, number }, 'an order of the demonstration could not be played'))
    }
  } finally {
    await close()
  }
}

const setName = 'demo history'

/**
 * When the past ends, and the index of the next order. Null if this database already has orders or no demonstration
 * accounts.
 */
async function begin(db: Db, now: Date): Promise<{ readonly now: Date; readonly next: number } | null> {
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`load ${setName}`}))`.execute(tx)
    const progress = await tx
      .selectFrom('loaded_set')
      .select('hash')
      .where('name', '=', setName)
      .executeTakeFirst()
    if (progress) {
      const [at = '', next = ''] = progress.hash.split(' ')
      return { now: new Date(at), next: Number(next) }
    }
    const booked = await tx.selectFrom('lab_order').select('id').limit(1).executeTakeFirst()
    const wasThere = await tx
      .selectFrom('account')
      .select('id')
      .where('email', '=', demoEmails[0] ?? '')
      .where('created_at', '<=', beginningOf(now))
      .executeTakeFirst()
    if (booked || !wasThere) return null
    await tx
      .insertInto('loaded_set')
      .values({ name: setName, hash: `${now.toISOString()} 0` })
      .execute()
    return { now, next: 0 }
  })
}

async function keepProgress(db: Db, now: Date, next: number): Promise<void> {
  await db
    .updateTable('loaded_set')
    .set({ hash: `${now.toISOString()} ${next}` })
    .where('name', '=', setName)
    .execute()
}

/** A second instance of the app with a clock of its own. It does not listen, so only this module can call it. */
async function openStage(deps: Dependencies, now: Date): Promise<{ stage: Stage; close(): Promise<void> }> {
  const { db, hasher, paystack, simulatorUrl } = deps
  let time = now
  const clock = { now: () => time }
  const app = await buildApp({
    ...deps,
    clock,
    ratePerAddress: 1_000_000,
    hashesPerAddress: 1_000_000,
    useLimits: liftedUseLimits,
  })
  const signedIn = new Map<string, Promise<Call>>()
  const jobs = visitJobs({ db, clock })
  const stage: Stage = {
    setTime(at) {
      time = at
    },
    as(email) {
      const before = signedIn.get(email)
      if (before) return before
      // Sign in at the end of the past, so that the session is valid for all of it.
      const [then, call] = [time, signInAs(app, email)]
      time = now
      const begun = call.finally(() => {
        time = then
      })
      signedIn.set(email, begun)
      return begun
    },
    async join({ email, name, phone, address }) {
      const since = { now: () => beginningOf(now) }
      const login = { email, name, phone, address, type: 'user', password: demoPassword } as const
      await createVerifiedAccount(db, { clock: since, hasher }, login)
    },
    async pay(reference) {
      await succeed(simulatorUrl, reference, time)
      if (paystack) await settle({ db, clock, paystack }, reference)
      const payment = await paymentByReference(db, reference)
      await jobs['follow-order']?.({ orderId: payment?.order_id })
    },
  }
  return { stage, close: () => app.close() }
}

async function succeed(simulatorUrl: string, reference: string, at: Date): Promise<void> {
  const reply = await fetch(`${simulatorUrl}/_control/transactions/${reference}/succeed`, {
    method: 'POST',
    body: JSON.stringify({ webhook: false, at: at.toISOString() }),
  })
  if (!reply.ok) throw new Error(`the simulator did not take a payment: ${await reply.text()}`)
}

async function signInAs(app: FastifyInstance, email: string): Promise<Call> {
  const basic = Buffer.from(`${email}:${demoPassword}`).toString('base64')
  const { authid } = await callOf(app, `Basic ${basic}`)(signIn)
  return callOf(app, `Bearer ${authid}`)
}

function callOf(app: FastifyInstance, authorization?: string): Call {
  return async (endpoint, { body, params = {}, query } = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const reply = await app.inject({
      method: endpoint.method,
      url: query ? `${path}?${new URLSearchParams(query)}` : path,
      headers: { ...(authorization && { authorization }) },
      ...(body !== undefined && { payload: body as object }),
    })
    const answer: Answer<never> = reply.json()
    if (reply.statusCode === 200) return answer.data
    throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${answer.code} ${answer.message}`)
  }
}

import { randomBytes } from 'node:crypto'
import { systemClock } from '../../server/src/infra/clock.ts'
import { openPool } from '../../server/src/infra/db/pool.ts'
import { usualUseLimits } from '../../server/src/infra/http/use-limits.ts'
import { openSession } from '../../server/src/modules/accounts/sessions.ts'
import type { Tables } from '../../server/src/tables.ts'
import type { LoadRequest } from '../load/drive.ts'
import type { Scene } from '../load/scene.ts'
import { idleAccounts } from './honest.ts'
import { bookingsOf, type Means } from './scenes.ts'

/** A random secret, as in a real install. */
const secret = () => randomBytes(32).toString('base64')

/** The settings of a real install behind a proxy: the usual limits, web and worker in one process. */
export function settingsOfTarget(simulatorUrl: string): Record<string, string> {
  const { openOrders, openOrdersOfDoctor, bookingsPerHour, bookingsPerHourOfDoctor } = usualUseLimits
  const { checksPerAddress, checksPerPayment } = usualUseLimits
  const limits = {
    RATE_PER_ADDRESS: 6_000,
    HASHES_PER_ADDRESS: 600,
    OPEN_ORDERS_PER_ACCOUNT: openOrders,
    OPEN_ORDERS_PER_DOCTOR: openOrdersOfDoctor,
    BOOKINGS_PER_HOUR: bookingsPerHour,
    BOOKINGS_PER_HOUR_OF_DOCTOR: bookingsPerHourOfDoctor,
    CHECKS_PER_ADDRESS: checksPerAddress,
    CHECKS_PER_PAYMENT: checksPerPayment,
  }
  return {
    ROLE: 'all',
    TRUST_PROXY: 'on',
    SECRET_KEY: secret(),
    METRICS_TOKEN: secret(),
    LOG_LEVEL: 'silent',
    PAYSTACK_URL: simulatorUrl,
    PAYSTACK_SECRET_KEY: 'sk_test_simulator',
    ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
  }
}

/** Half of the payments that an attacker may have open, for each of two accounts. */
const paymentsOfEach = 18

/** Signs the attacker's accounts in and books orders that they will not pay. */
export async function openMeans(url: string, scene: Scene, simulatorUrl: string): Promise<Means> {
  const { attackers } = idleAccounts(scene)
  const [flooding = '', ...booking] = await bearersOf(scene.databaseUrl, attackers)
  const payments: string[] = []
  for (const bearer of booking)
    for (let count = 0; count < paymentsOfEach; count += 1)
      payments.push(await unpaid(url, bearer, bookingsOf(scene, bearer, 'now')()))
  return {
    scene,
    bearer: flooding,
    payments,
    async slowProvider(latencyMs) {
      const method = latencyMs === 0 ? 'DELETE' : 'PUT'
      const headers = { 'content-type': 'application/json' }
      const body = latencyMs === 0 ? null : JSON.stringify({ api: { latencyMs } })
      const reply = await fetch(`${simulatorUrl}/_control/faults`, { method, body, ...(body && { headers }) })
      if (!reply.ok) throw new Error(`the simulator refused: ${await reply.text()}`)
    },
  }
}

async function bearersOf(databaseUrl: string, accounts: readonly number[]): Promise<string[]> {
  const { db, close } = openPool<Tables>(databaseUrl, 1)
  const open = (id: number) => db.transaction().execute((tx) => openSession(tx, id, systemClock.now()))
  const bearers: string[] = []
  for (const id of accounts) bearers.push(`Bearer ${(await open(id)).token}`)
  await close()
  return bearers
}

/** Books an order and returns the reference of its open payment. */
async function unpaid(url: string, authorization: string, { path, ...call }: LoadRequest): Promise<string> {
  const booked = await answer(url + path, { ...call, body: call.body ?? null })
  const reference = String(booked.orderReference)
  const { payments } = await answer(`${url}/v0/orders/${reference}`, { headers: { authorization } })
  const [newest]: { reference?: string }[] = Array.isArray(payments) ? payments : []
  if (!newest?.reference) throw new Error(`the order ${reference} has no payment`)
  return newest.reference
}

async function answer(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const reply = await fetch(url, init)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${url} was answered with ${reply.status}: ${text}`)
  return JSON.parse(text).data
}

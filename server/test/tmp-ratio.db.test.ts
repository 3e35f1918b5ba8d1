import { test } from 'vitest'
import { ada } from './cast.ts'
import { book, buildWorld } from './world.ts'
import { chainPending, openAuditKeys } from '../src/audit/index.ts'
const world = await buildWorld({ broken: true })
const tables = ['lab_order_event','payment_event','audit_entry','staff_member_event']
test('ratio', { timeout: 400_000 }, async () => {
  const asAda = await world.as(ada)
  const chaining = { db: world.db, clock: world.clock, keys: openAuditKeys(world.parts.secret) }
  const times: Record<string, number[]> = { off: [], on: [], chaining: [] }
  const crowd = async () => { const r = await Promise.allSettled(Array.from({ length: 4 }, () => book(asAda))); return r.every(x => x.status === 'fulfilled') }
  await crowd(); await crowd()
  for (let round = 0; round < 15; round += 1) for (const mode of round % 2 ? ['off','on','chaining'] : ['chaining','on','off']) {
    await world.sql.unsafe(tables.map(t => `alter table ${t} ${mode === 'off' ? 'disable' : 'enable'} trigger ${t}_is_queued`).join(';'))
    let stop = false
    const chainer = mode === 'chaining' ? (async () => { while (!stop) { await chainPending(chaining); await new Promise(r => setTimeout(r, 200)) } })() : null
    const start = performance.now()
    const ok = await crowd()
    if (ok) times[mode]?.push(Math.round(performance.now() - start))
    stop = true; await chainer
  }
  const med = (x: number[]) => x.toSorted((a, b) => a - b)[Math.floor(x.length / 2)] ?? 0
  console.log('RATIO', JSON.stringify(times), 'on/off', med(times.on ?? []) / med(times.off ?? []), 'chaining/off', med(times.chaining ?? []) / med(times.off ?? []))
})

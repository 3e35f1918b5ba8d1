import { makeShare, openShare, readResults } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { notificationJobs } from '../src/modules/notifications/index.ts'
import { orderAtBench } from './bench.ts'
import { ada, sugar } from './cast.ts'
import { releaseAll } from './results.ts'
import { buildWorld } from './world.ts'

const world = await buildWorld()
const { sql, nobody } = world

test('a new password by mail stops every earlier link to results, and no later one', async () => {
  const asAda = await world.as(ada)
  const form = { test: [{ ...sugar }], name: ada.name, person: 'self' as const }
  const reference = await orderAtBench(world, asAda, form)
  await releaseAll(world, reference)
  const { data } = await asAda(readResults, { params: { reference } })
  const share = async () => {
    const body = { reports: data.results.map(({ id }) => id), lasts: 'day' } as const
    return (await asAda(makeShare, { params: { reference }, body })).data
  }
  const open = async ({ url, passcode }: Awaited<ReturnType<typeof share>>) =>
    (await nobody(openShare, { params: { token: url.split('/shared/')[1] ?? '' }, body: { passcode } }))
      .httpStatus
  const before = await share()
  const reset = world.clock.now()
  world.clock.moveOn(1000)
  const later = await share()

  const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
  const mailer = { configured: true, send: async () => undefined }
  const stop = notificationJobs({ ...world.workerParts, mailer, renderer })['stop-shares']
  const [account] = await sql<{ id: number }[]>`select id from account where email = ${ada.email}`
  for (let turn = 0; turn < 2; turn += 1)
    await stop?.({ accountId: account?.id ?? 0, at: reset.toISOString() })
  expect([await open(before), await open(later)]).toEqual([404, 200])
})

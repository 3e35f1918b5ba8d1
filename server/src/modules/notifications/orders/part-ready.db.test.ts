import { expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, sugar } from '../../../../test/cast.ts'
import { releaseAll } from '../../../../test/results.ts'
import { buildWorld } from '../../../../test/world.ts'
import { notificationJobs } from '../jobs.ts'

const world = await buildWorld()
const renderer = { render: async () => new Uint8Array([1]), close: async () => undefined }
const jobs = notificationJobs({ ...world.parts, renderer })

test('the mail about the first result is not sent once all results are released', async () => {
  const reference = await orderAtBench(world, await world.as(ada), { test: [{ ...sugar }] })
  const [row] = await world.sql<
    { id: number }[]
  >`select id::int from lab_order where reference = ${reference}`
  const told = async (noticeKey: string) => {
    await jobs['mail-part-ready']?.({ orderId: row?.id ?? 0, noticeKey })
    return (await world.mailTo(ada.email)).filter(({ text }) => text.includes('when the rest is ready'))
      .length
  }
  expect(await told(`part-ready:${row?.id}:first`)).toBe(1)
  await releaseAll(world, reference)
  expect(await told(`part-ready:${row?.id}:late`)).toBe(1)
})

import { expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, sugar } from '../../../../test/cast.ts'
import { buildWorld } from '../../../../test/world.ts'
import { notificationJobs } from '../jobs.ts'

const world = await buildWorld()

test('the patient gets one mail that every sample has reached the lab, without naming them', async () => {
  const reference = await orderAtBench(world, await world.as(ada))
  const asked = await world.sql<{ payload: Record<string, unknown> }[]>`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where identifier = 'mail-sample-received'`
  expect(asked).toHaveLength(1)
  const renderer = { render: async () => new Uint8Array(), close: async () => undefined }
  const job = notificationJobs({ ...world.parts, renderer })['mail-sample-received'] ?? expect.unreachable()
  for (let i = 0; i < 2; i++) await job(asked[0]?.payload ?? {})
  const [mail, ...more] = await world.mailTo('mama@cast.example')
  expect(more).toEqual([])
  expect(mail?.subject).toBe('The lab has your sample')
  expect(mail?.text).toContain(reference)
  for (const { name } of [fbc, sugar]) expect(mail?.text).not.toContain(name)
})

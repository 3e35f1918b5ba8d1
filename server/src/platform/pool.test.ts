import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { dialectOf } from './pool.ts'

/** A pool whose connections are lost before they can be rolled back. */
function losing(): Parameters<typeof dialectOf>[0] {
  const gone = Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
  const answer = async (query: string) => {
    if (query === 'rollback') throw gone
    return Object.assign([], { command: query, count: 0 })
  }
  const reserve = async () => ({
    release() {},
    unsafe: (query: string) => Object.assign(answer(query), { cancel() {} }),
  })
  return Object.assign(() => {}, { reserve, options: {}, async end() {} })
}

test('a transaction whose connection is lost fails with what became of the connection', async () => {
  const db = new Kysely({ dialect: dialectOf(losing()) })
  const failing = db.transaction().execute(async () => {
    throw new Error('the first trouble')
  })
  await expect(failing).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
})

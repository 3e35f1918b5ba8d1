import { expect, test, vi } from 'vitest'
import { main } from './main.ts'

vi.mock(import('./infra/http/pages.ts'), async (load) => {
  const pages = await load()
  return { ...pages, refuseWithoutPages: () => pages.refuseWithoutPages('/no-such-folder') }
})

/** Nothing listens there, so a start that gets as far as the database fails with another error. */
const env = {
  DATABASE_URL: 'postgres://127.0.0.1:1/labalaba',
  LOG_LEVEL: 'silent',
  DATA_DIR: '/no-such-folder',
}

test('a process that serves the site does not start without its pages, and leaves the database alone', async () => {
  for (const ROLE of ['web', 'all'])
    await expect(main({ ...env, ROLE })).rejects.toMatchObject({ name: 'PagesMissing' })
})

test('a worker needs no pages', async () => {
  await expect(main({ ...env, ROLE: 'worker' })).rejects.not.toMatchObject({ name: 'PagesMissing' })
})

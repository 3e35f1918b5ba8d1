import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { schemasStayBehind } from './schemas-stay-behind.ts'

type Hooks = { resolveId: (id: string) => string | null; load: (id: string) => Promise<string> }

async function standIn(): Promise<typeof import('zod/mini')> {
  const { resolveId, load } = schemasStayBehind() as unknown as Hooks
  const code = await load(resolveId('zod/mini') ?? '')
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

it('lets every schema of the contract be built, as nothing', async () => {
  const z = await standIn()
  expect(() =>
    z.strictObject({ email: z.string().check(z.trim(), z.regex(/x/)), tests: z.array(z.number()) }),
  ).not.toThrow()
})

it('refuses to judge', async () => {
  const z = await standIn()
  expect(() => z.object({}).safeParse({})).toThrow('The browser has no schemas')
})

it('has everything that the contract builds its schemas with', async () => {
  const z = await standIn()
  const contract = new URL('../contract/src/', import.meta.url)
  const files = globSync('**/*.ts', { cwd: contract }).filter((file) => !file.endsWith('.test.ts'))
  const used = files.flatMap((file) =>
    [...readFileSync(new URL(file, contract), 'utf8').matchAll(/\bz\.(\w+)\(/g)].map(
      (found) => found[1] ?? '',
    ),
  )
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !(name in z))).toEqual([])
})

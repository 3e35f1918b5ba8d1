import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { schemasStayBehind, withoutSchemas } from './schemas-stay-behind.ts'

type Hooks = { resolveId: (id: string) => string | null; load: (id: string) => Promise<string> }

async function standIn(): Promise<typeof import('zod/mini')> {
  const { resolveId, load } = schemasStayBehind() as unknown as Hooks
  const code = await load(resolveId('zod/mini') ?? '')
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

it('replaces every schema of the contract by nothing', async () => {
  const z = await standIn()
  expect(() =>
    z.strictObject({ email: z.string().check(z.trim(), z.regex(/x/)), tests: z.array(z.number()) }),
  ).not.toThrow()
})

it('throws when asked to validate', async () => {
  const z = await standIn()
  expect(() => z.object({}).safeParse({})).toThrow('The browser has no schemas')
})

it('has every function that the contract builds its schemas with', async () => {
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

it('keeps what the browser reads of an endpoint, and drops schemas that are not used', () => {
  const code = `const words = z.string()
export const most = 20
export const find = endpoint('GET /v0/x', { access: 'account', summary: 'Finds.', reply: words })`
  const left = withoutSchemas(code, parseSync('find.ts', code).program)
  expect(left).toContain(`const words = /* @__PURE__ */ (() => (z.string()))()`)
  expect(left).toContain('export const most = 20')
  expect(left).toContain(`/* @__PURE__ */ endpoint('GET /v0/x', { access: 'account', ...null, ...null })`)
})

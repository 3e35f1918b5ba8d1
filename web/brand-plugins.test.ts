import { expect, test } from 'vitest'
import { brandTexts } from './brand-plugins.ts'

/** What the plugin makes of this module. */
function transformed(name: string, id: string): unknown {
  const { transform } = brandTexts(name)
  if (typeof transform !== 'function') throw new Error('the plugin transforms nothing')
  return Reflect.apply(transform, null, ["export const title = 'How will you use Labalaba?'", id])
}

test('another brand has its name in every text of the screens, and nowhere else', () => {
  expect(transformed('Malamala', '/somewhere/web/src/copy/accounts.ts')).toBe(
    "export const title = 'How will you use Malamala?'",
  )
  expect(transformed('Malamala', '/somewhere/web/src/lib/session.ts')).toBeNull()
})

test('our own texts stay as they are written', () => {
  expect(transformed('Labalaba', '/somewhere/web/src/copy/accounts.ts')).toBeNull()
})

import { expect, test } from 'vitest'
import { brandTexts } from './brand-plugins.ts'

/** The plugin’s output for this module. */
function transformed(name: string, id: string): unknown {
  const { transform } = brandTexts(name)
  if (typeof transform !== 'function') throw new Error('the plugin transforms nothing')
  return Reflect.apply(transform, null, ["export const title = 'How will you use Labalaba?'", id])
}

test('another brand’s name is in every text of the screens, and nowhere else', () => {
  expect(transformed('Malamala', '/somewhere/web/src/copy/accounts.ts')).toBe(
    "export const title = 'How will you use Malamala?'",
  )
  expect(transformed('Malamala', '/somewhere/web/src/lib/session.ts')).toBeNull()
})

test('our own texts stay unchanged', () => {
  expect(transformed('Labalaba', '/somewhere/web/src/copy/accounts.ts')).toBeNull()
})

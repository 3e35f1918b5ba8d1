import { expect, test } from 'vitest'
import { pdfOf } from '../../../test/pdf.ts'
import { openInspector } from './inspector.ts'
import { refusals } from './words.ts'

test('files are looked into one after another, and a few wait', async () => {
  const inspector = openInspector()
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => inspector.inspect(pdfOf({ pages: index + 1 }))),
  )
  await inspector.close()
  const counted = all.flatMap((one) =>
    one.status === 'fulfilled' && 'pages' in one.value ? [one.value.pages] : [],
  )
  expect(counted).toEqual([1, 2, 3, 4, 5])
  expect(all.slice(5)).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { code: 'busy' } })))
}, 60_000)

test('one that takes too long is refused, and the next is looked into', async () => {
  const hasty = openInspector({ longest: 1 })
  expect(await hasty.inspect(pdfOf())).toEqual({ refused: refusals.broken })
  await hasty.close()
})

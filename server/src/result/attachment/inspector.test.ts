import { expect, onTestFinished, test, vi } from 'vitest'
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const inspector = openInspector()
  const slow = inspector.inspect(pdfOf())
  const next = inspector.inspect(pdfOf({ pages: 2 }))
  for (let turn = 0; turn < 100 && vi.getTimerCount() === 0; turn += 1) await Promise.resolve()
  // Its thread has not even begun: of what it would say nothing can be here yet.
  vi.advanceTimersByTime(20_000)
  expect(await slow).toEqual({ refused: refusals.broken })
  expect(await next).toMatchObject({ pages: 2 })
  await inspector.close()
}, 60_000)

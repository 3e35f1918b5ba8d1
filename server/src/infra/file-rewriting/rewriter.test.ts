import { deflateSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { packed, pdfLimits, pdfOf } from '../../../test/pdf.ts'
import { jpegOf } from '../../../test/pictures.ts'
import { refusals } from './pdf/refusals.ts'
import { openRewriter } from './rewriter.ts'

const usual = { work: 15_000, time: 60_000, heap: 256, memory: 768 }
const limits = { pdf: usual, picture: usual }

function opened(changed: Partial<typeof limits> = {}) {
  const rewriter = openRewriter({ ...limits, ...changed })
  onTestFinished(() => rewriter.close())
  return rewriter
}

/** Packed objects that unpack to more than any process may have: the library that reads them sets no limit. */
const bomb = () => pdfOf({ objects: [packed(' '.repeat(400 * 1024 * 1024), '/Type /ObjStm /N 1 /First 6')] })

/** A chain of packings, each of which unpacks to a thousand times as much, keeps a reader busy. */
const busy = () => {
  const contents = deflateSync(Buffer.alloc(60 * 1024 * 1024, 'q Q ')).toString('latin1')
  return pdfOf({
    contents: `<< /Filter /FlateDecode /Length ${contents.length} >>\nstream\n${contents}\nendstream`,
  })
}

test('files are rewritten one after another, a few wait, and more are refused as busy', async () => {
  const rewriter = opened()
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => rewriter.pdf(pdfOf({ pages: index + 1 }), pdfLimits)),
  )
  const pages = all.flatMap((one) =>
    one.status === 'fulfilled' && 'pages' in one.value ? [one.value.pages] : [],
  )
  expect(pages).toEqual([1, 2, 3, 4, 5])
  expect(all.slice(5)).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { code: 'busy' } })))
}, 120_000)

test('one that takes too long is ended and refused, and the next is rewritten', async () => {
  const rewriter = opened({ pdf: { ...usual, work: 2500 } })
  const [slow, next] = [rewriter.pdf(busy(), pdfLimits), rewriter.pdf(pdfOf({ pages: 2 }), pdfLimits)]
  expect(await slow).toEqual({ refused: refusals.tooMuch })
  expect(await next).toMatchObject({ pages: 2 })
}, 120_000)

test('one that hangs is ended too', async () => {
  const rewriter = opened({ pdf: { ...usual, time: 1 } })
  expect(await rewriter.pdf(pdfOf(), pdfLimits)).toEqual({ refused: refusals.tooMuch })
}, 120_000)

test('one that takes too much memory is ended and refused, and the next is rewritten', async () => {
  const rewriter = opened({ pdf: { ...usual, memory: 400 } })
  const [large, next] = [rewriter.pdf(bomb(), pdfLimits), rewriter.pdf(pdfOf(), pdfLimits)]
  expect(await large).toEqual({ refused: refusals.tooMuch })
  expect(await next).toMatchObject({ pages: 1 })
}, 120_000)

test('pictures have a process of their own, which does not wait for PDFs', async () => {
  const rewriter = opened()
  const [pdf, picture, none] = await Promise.all([
    rewriter.pdf(pdfOf(), pdfLimits),
    rewriter.picture(jpegOf(), { bytes: 192 * 1024, side: 2048 }),
    rewriter.picture(Buffer.from('<svg/>'), { bytes: 192 * 1024, side: 2048 }),
  ])
  expect(pdf).toMatchObject({ pages: 1 })
  expect(picture).toMatchObject({ width: 8, height: 8 })
  expect(none).toBeNull()
}, 120_000)

import decodeQR from 'qr/decode.js'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import { cutOut, type Drawn, drawnPage } from '../../../../test/drawn-page.ts'
import type { Label } from './content.ts'
import { barsOf, drawLabels } from './drawing.ts'

/** The widths of the bars and spaces of each value of Code 128, as ISO/IEC 15417 has them; the last one stops. */
const patterns =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`.split(/\s+/)

/** Reads bars as a scanner does, check digit and all. */
function scanned({ bars, modules }: ReturnType<typeof barsOf>): string {
  const edges = bars.flatMap(({ at, width }) => [at, at + width])
  const widths = [...edges.slice(1), modules].map((edge, index) => edge - (edges[index] ?? 0)).join('')
  const symbols = (widths.replace(/0$/, '').slice(0, -7).match(/.{6}/g) ?? []).map((one) =>
    patterns.indexOf(one),
  )
  const [start = -1, ...rest] = symbols
  const check = rest.pop()
  expect(rest.reduce((sum, value, index) => sum + value * (index + 1), start) % 103).toBe(check)
  expect(widths.replace(/0$/, '').slice(-7)).toBe('2331112')
  let set = { 103: 'A', 104: 'B', 105: 'C' }[start]
  let text = ''
  for (const value of rest) {
    if (value === 99 && set !== 'C') set = 'C'
    else if (value === 100 && set !== 'B') set = 'B'
    else if (value === 101 && set !== 'A') set = 'A'
    else text += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

test.each(['261-00042', '26ZZ-123456', '270-99999', '26A1-00001'])(
  'the bars of %s are read back as the same text',
  (text) => {
    expect(scanned(barsOf(text))).toBe(text)
  },
)

const label: Label = {
  accession: '261-00042',
  patient: 'Ọ̀ṣọ́ọlá Ẹ̀gbẹ́dá-Williams Adékúnlé Oluwaseun',
  person: 'Female · born 12 Apr 1961',
  tube: 'Venous blood · EDTA (purple top), 4 mL and serum separator (gold top), 5 mL',
  taken: '22 Nov 2026',
  order: 'LB-7K2M-9QWE-4RTY-X3P8',
}

async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text, totalPages } = await extractText(document, { mergePages: true })
  const page = await document.getPage(1)
  return { text, totalPages, size: page.getViewport({ scale: 1 }), info: (await getMeta(document)).info }
}

test('single labels are 50 by 25 mm, one a page, also with a name that is far too long', async () => {
  const second = { ...label, accession: '261-00043' }
  const { text, totalPages, size, info } = await read(
    await drawLabels({ layout: 'single', labels: [label, second] }),
  )
  expect(totalPages).toBe(2)
  expect([Math.round(size.width), Math.round(size.height)]).toEqual([142, 71])
  for (const words of ['261-00042', '261-00043', 'born 12 Apr 1961', label.order])
    expect(text).toContain(words)
  expect(JSON.stringify(info)).not.toContain('Williams')
})

test('a sheet has thirty-three labels, and a thirty-fourth begins another', async () => {
  const many = (length: number) =>
    Array.from({ length }, (_, index) => ({ ...label, accession: `261-${String(index).padStart(5, '0')}` }))
  expect((await read(await drawLabels({ layout: 'sheet', labels: many(33) }))).totalPages).toBe(1)
  expect((await read(await drawLabels({ layout: 'sheet', labels: many(34) }))).totalPages).toBe(2)
}, 30_000)

/** The bars on a picture of a label, distinguished from its QR code by their place: the lower half. */
function barsOn({ width, height, data }: Drawn): ReturnType<typeof barsOf> {
  const row = Math.floor(height * 0.75) * width
  const line = Array.from({ length: width }, (_, x) => (data[(row + x) * 4] === 0 ? '1' : '0')).join('')
  const drawn = line.replace(/^0+|0+$/g, '')
  // The first bar of a text in sets B and C is about two modules wide; the whole is a number of elevens and the end's 13.
  const about = (drawn.length * 2) / (/^1+/.exec(drawn)?.[0].length ?? 0)
  const module = drawn.length / (Math.round((about - 13) / 11) * 11 + 13)
  const modules = (dots: number) => Math.round(dots / module)
  const bars = [...drawn.matchAll(/1+/g)].map(({ 0: bar, index }) => ({
    at: modules(index),
    width: modules(bar.length),
  }))
  return { modules: modules(drawn.length), bars }
}

const dots = 8
const mm = (many: number) => Math.round((many * dots * 72) / 25.4)

test.each(['261-00042', '26A1-00001'])(
  'both codes of the label %s are read back from the print',
  async (accession) => {
    const labels = [
      { ...label, accession: '261-00001' },
      { ...label, accession },
    ]
    const page = await drawnPage(await drawLabels({ layout: 'single', labels }), dots, 2)
    expect(decodeQR(page)).toBe(accession)
    expect(scanned(barsOn(page))).toBe(accession)
  },
  30_000,
)

test('both codes of every label of a sheet are read back, at any position', async () => {
  const labels = Array.from({ length: 33 }, (_, index) => ({ ...label, accession: `261-${10_000 + index}` }))
  const page = await drawnPage(await drawLabels({ layout: 'sheet', labels }), dots)
  labels.forEach(({ accession }, index) => {
    const at = { x: mm((index % 3) * 70), y: mm(8.8 + Math.floor(index / 3) * 25.4) }
    const one = cutOut(page, { ...at, width: mm(70), height: mm(25.4) })
    expect(decodeQR(one)).toBe(accession)
    expect(scanned(barsOn(one))).toBe(accession)
  })
}, 30_000)

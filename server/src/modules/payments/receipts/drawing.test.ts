import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import type { ReceiptContent } from './content.ts'
import { drawReceipt } from './drawing.ts'

const content: ReceiptContent = {
  title: 'Receipt',
  number: 'LR-2026-000012',
  issued: 'Sunday 22 November 2026',
  facts: [
    ['Patient', 'Ọ̀ṣọ́ọlá Ẹ̀gbẹ́dá Ƙofar Ɗan ɓaure m̀'],
    ['Paid by', 'a.very.long.address.that.is.hard.to.set@subdomain.of.cast.example'],
  ],
  items: [
    ['Full blood count', '₦7,000.00'],
    ['Ìdánwò ẹ̀jẹ̀', '₦3,000.50'],
  ],
  sums: [['Sub total', '₦10,000.50']],
  total: ['Total', '₦10,000.50'],
  paidWith: [['Paid by card', '₦10,000.50']],
  refunds: [],
  deeds: [],
  notes: ['Dr Bello receives ₦600 from Labalaba for this booking. It does not change the price.'],
  demo: null,
  company: { name: 'Labalaba', lines: ['1 Example Street', 'support@labalaba.example'] },
}

async function read(changes: Partial<ReceiptContent> = {}) {
  const bytes = await drawReceipt({ ...content, ...changes })
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text, totalPages } = await extractText(document, { mergePages: true })
  return {
    text: text.normalize('NFC'),
    totalPages,
    bytes: bytes.length,
    info: (await getMeta(document)).info,
  }
}

const withoutSpaces = (text: string) => text.normalize('NFC').replace(/\s/g, '')

test('the PDF’s text reads back exactly: ₦, and the letters of Yoruba, Hausa and Igbo with their marks', async () => {
  const { text } = await read()
  const all = [content.number, ...[...content.facts, ...content.items].flat(), ...content.notes]
  for (const words of all) expect(withoutSpaces(text)).toContain(withoutSpaces(words))
})

test('the title has the number and the author is us; the metadata names no patient or test', async () => {
  const { info } = await read()
  expect(info).toMatchObject({ Title: 'Receipt LR-2026-000012', Author: 'Labalaba', Language: 'en-NG' })
  expect(JSON.stringify(info)).not.toMatch(/blood|gb/i)
})

test('a dozen tests stand on one page, and forty on as many as they need, each with the number', async () => {
  const tests = (count: number) =>
    Array.from({ length: count }, (_, index) => [`Test ${index + 1}`, '₦1,000.00'] as const)
  const facts = Array.from({ length: 8 }, (_, index) => [`Label ${index}`, 'Some words'] as const)
  const dozen = await read({ facts, items: tests(12), demo: 'Demo data.', notes: ['One note.', 'Another.'] })
  expect(dozen.totalPages).toBe(1)
  expect(dozen.bytes).toBeLessThan(100_000)
  const forty = await read({ facts, items: tests(40) })
  expect(forty.totalPages).toBe(2)
  expect(forty.text.split(content.number).length - 1).toBe(3)
  for (const [name] of tests(40)) expect(forty.text).toContain(name)
})

test('names in unsupported scripts are drawn anyway', async () => {
  for (const name of ['🦋', 'محمد', '王小明', 'x'.repeat(400), '', 'a\ud800b', '%PDF-', '\u0301'])
    expect((await read({ facts: [['Patient', name]] })).totalPages).toBeGreaterThan(0)
})

import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Line, ReportDocument } from './content.ts'
import { render } from './drawing.ts'

const line: Line = { name: 'Malaria antigen', value: 'Negative', unit: '', interval: '', mark: '' }

async function textOf(lines: readonly Line[], notes: readonly string[] = []): Promise<string> {
  const report: ReportDocument = {
    ...{ lab: 'Yaba Lab', place: ['1 Herbert Macaulay Way'], title: 'Malaria', partOf: null, facts: [] },
    ...{ lines, notes, attachment: [], correction: null, demo: null, code: 'AAAA-BBBB' },
    ...{ checkUrl: 'https://labalaba.example/verify/AAAA-BBBB', foot: 'Yaba Lab' },
  }
  const drawn = await render(report)
  if ('failure' in drawn) throw new Error(drawn.failure)
  const document = await getDocumentProxy(new Uint8Array(drawn.bytes))
  return (await extractText(document, { mergePages: true })).text
}

test('the mark of a value is printed beside it at any length', async () => {
  for (const value of [
    'Positive',
    'Positive (P. falciparum)',
    'Many cells with large nuclei. '.repeat(40).trim(),
  ])
    expect(await textOf([{ ...line, value, mark: 'Urgent' }])).toContain('Urgent')
})

test('every note is printed, and how soon to act beside a value', async () => {
  const notes = ['The usual intervals that we have are for adults.', 'The lab talks about this result.']
  const mark = 'Very high. Act today'
  const text = (await textOf([{ ...line, mark }], notes)).replace(/\s+/g, ' ')
  for (const words of [mark, ...notes]) expect(text).toContain(words)
})

import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import type { Line, ReportDocument } from './content.ts'
import { render } from './drawing.ts'

const line: Line = {
  ...{ name: 'Malaria antigen', isText: false, value: 'Negative', unit: '', interval: '', mark: '' },
  ...{ isolates: [], comment: '', method: '' },
}

const onEachPage = [
  'Zara Eze',
  'Female, born 6 May 2020 (6 years)',
  'Order LB-1',
  'Sample taken 3 November 2026',
]
const report: ReportDocument = {
  ...{ lab: 'Yaba Lab', place: ['1 Herbert Macaulay Way'], title: 'Malaria', partOf: null, facts: [] },
  ...{ patient: 'Zara Eze', born: 'Female, born 6 May 2020 (6 years)' },
  ...{ order: 'Order LB-1 · Sample taken 3 November 2026 · Reported 4 November 2026' },
  ...{ lines: [], earlier: [], notes: [], attachment: [], notice: null, demo: null, code: 'AAAA-BBBB' },
  ...{ checkUrl: 'https://labalaba.example/verify/AAAA-BBBB', foot: 'Yaba Lab' },
}

type Piece = { words: string; left: number; right: number; top: number; bottom: number }

/** A drawn report: its file, the text of each page, and the pieces of text of each page with their places in points. */
async function drawn(changes: Partial<ReportDocument>) {
  const rendered = await render({ ...report, ...changes })
  if ('failure' in rendered) throw new Error(rendered.failure)
  const document = await getDocumentProxy(new Uint8Array(rendered.bytes))
  const { text } = await extractText(document, { mergePages: false })
  const pages = text.map((page) => page.replace(/\s+/g, ' '))
  for (const [index, page] of pages.entries())
    for (const words of [...onEachPage, `Page ${index + 1} of ${pages.length}`])
      if (!changes.patient || words !== report.patient) expect(page).toContain(words)
  const pieces = await Promise.all(text.map((_, index) => piecesOf(document, index + 1)))
  return { document, pages, text: pages.join(' '), pieces }
}

async function piecesOf(
  document: Awaited<ReturnType<typeof getDocumentProxy>>,
  page: number,
): Promise<Piece[]> {
  const { items } = await (await document.getPage(page)).getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [, , , size = 0, left = 0, bottom = 0] = item.transform as number[]
    // A letter stands on its line, and a capital is seven tenths of its size.
    return [{ words: item.str, left, right: left + item.width, top: bottom + size * 0.7, bottom }]
  })
}

/** Expects that no two pieces of text cover each other, and that all are on the paper, above its foot. */
function expectNoOverlap({ pieces: pages }: { readonly pieces: readonly Piece[][] }): void {
  for (const pieces of pages)
    for (const [index, one] of pieces.entries()) {
      expect(one.left, one.words).toBeGreaterThan(20)
      expect(one.right, one.words).toBeLessThan(576)
      expect(one.bottom, one.words).toBeGreaterThan(12)
      const covered = pieces
        .slice(index + 1)
        .find(
          (other) =>
            one.left < other.right - 0.5 &&
            other.left < one.right - 0.5 &&
            one.bottom < other.top - 0.5 &&
            other.bottom < one.top - 0.5,
        )
      expect(covered && [one.words, covered.words]).toBeUndefined()
    }
}

test('the mark of a value is printed beside it at any length of the value and of its name', async () => {
  const values = [
    'Positive',
    'Positive (P. falciparum)',
    'Positive for Plasmodium falciparum and Plasmodium malariae!!',
    'Many cells with large nuclei. '.repeat(40).trim(),
    `${'First paragraph. '.repeat(120)}\n\n${'Second paragraph. '.repeat(120)}`,
  ]
  const names = ['Malaria antigen', 'Antigen of malaria parasites '.repeat(4).trim()]
  const lines = names.flatMap((name, long) =>
    values.map((value, at) => ({
      ...{ ...line, name: `${long}${at}. ${name}`, value: `${long}${at}: ${value}` },
      mark: `Abnormal ${long}${at}. Act now`,
    })),
  )
  const { pages } = await drawn({ lines })
  for (const { name, value, mark } of lines) {
    // On the page on which the value begins.
    const page = pages.find((words) => words.includes(name)) ?? expect.unreachable()
    expect(page).toContain(mark)
    expect(page).toContain(value.slice(0, 12))
  }
})

test('a comment is printed whole under its line, which keeps its mark: a value, a long text and a culture', async () => {
  const comment = 'Slightly haemolysed. '.repeat(14).trim()
  const kinds: Partial<Line>[] = [
    { value: '7.9', unit: 'mmol/L', interval: '3.5 to 5.1' },
    { value: 'Many cells with large nuclei. '.repeat(40).trim() },
    { isolates: [{ organism: 'Escherichia coli', agents: [['Ampicillin', 'R: resistant', '']] }] },
  ]
  const lines = kinds.flatMap((kind, at) =>
    [...Array(8).keys()].map((copy) => ({
      ...{ ...line, ...kind, name: `Line ${at}${copy}`, mark: `Abnormal ${at}${copy}` },
      comment: `C${at}${copy} ${comment}`,
    })),
  )
  const report = await drawn({ lines })
  for (const { name, mark, comment: said } of lines) {
    const page = report.pages.find((words) => words.includes(name)) ?? expect.unreachable()
    expect(page).toContain(mark)
    expect(report.text).toContain(`Comment: ${said}`)
  }
  expectNoOverlap(report)
})

test('every note is printed, and how soon to act beside a value', async () => {
  const notes = ['The usual intervals that we have are for adults.', 'The lab talks about this result.']
  const mark = 'Very high. Act today'
  const { text } = await drawn({ lines: [{ ...line, mark }], notes })
  for (const words of [mark, ...notes]) expect(text).toContain(words)
})

/** Paragraphs with numbered words, so that a missing one is noticed. */
function paragraphs(many: number, length: number): string {
  const words = (of: number) =>
    Array.from({ length: Math.floor(length / many / 8) }, (_, at) => `p${of}w${at}`.padEnd(7, 'x'))
  return Array.from({ length: many }, (_, of) => words(of).join(' ')).join('\n\n')
}

test.each([
  ['a histology of 20,000 characters in 12 paragraphs', paragraphs(12, 20_000)],
  ['one paragraph of 20,000 characters', paragraphs(1, 20_000)],
])('%s flows over pages, and no word of it is lost', async (_, value) => {
  const lines = [{ ...line, name: 'Microscopic description', value }, line]
  const biopsy = await drawn({ title: 'Biopsy', lines })
  const { pages, text } = biopsy
  expect(pages.length).toBeGreaterThan(4)
  const lost = value.split(/\s+/).filter((word) => !text.includes(word))
  expect(lost).toEqual([])
  expect(text).toContain('Is this report genuine?')
  expectNoOverlap(biopsy)
})

test('paragraphs have a gap between them, and a line break stays a line break', async () => {
  const {
    pieces: [pieces = []],
  } = await drawn({
    lines: [
      { ...line, value: 'First line\nSecond line\n\nNext paragraph, which is some words longer than others' },
    ],
  })
  const at = (start: string) =>
    pieces.find(({ words }) => words.startsWith(start))?.bottom ?? expect.unreachable()
  const step = at('First') - at('Second')
  expect(step).toBeGreaterThan(9)
  expect(at('Second') - at('Next')).toBeGreaterThan(step + 2)
})

test('forty lines go over pages, and each page names the columns', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => ({
    ...{ isolates: [], comment: '', method: '' },
    ...{
      isText: false,
      name: `Analyte ${at + 1}.`,
      value: `${at}.5`,
      unit: 'mmol/L',
      interval: '4 to 11 *',
      mark: 'Very low',
    },
  }))
  const made = await drawn({ lines, notes: ['A note.'] })
  const { pages } = made
  expect(pages).toHaveLength(2)
  for (const { name } of lines) expect(pages.join(' ')).toContain(name)
  for (const page of pages) expect(page).toContain('What was measured')
  expectNoOverlap(made)
})

test('the organisms of a culture have a row for each agent, over pages too', async () => {
  const agents = Array.from({ length: 40 }, (_, at) => [
    ...[`Agent ${at + 1}.`, 'I: Susceptible, increased exposure', 'MIC >=0.125 mg/L'],
  ]) as unknown as Line['isolates'][number]['agents']
  const isolates = ['Escherichia coli, >100,000 CFU/mL', 'Klebsiella pneumoniae'].map((organism) => ({
    ...{ organism, agents },
  }))
  const culture = { ...line, name: 'Organisms and susceptibility', isText: true, isolates }
  const made = await drawn({ lines: [line, culture] })
  const words = made.pages.join(' ')
  for (const { organism } of isolates) expect(words).toContain(organism)
  expect(words.match(/I: Susceptible, increased exposure/g)).toHaveLength(80)
  expect(words).not.toContain('- Agent')
  expectNoOverlap(made)
})

test('a report in words alone has no columns, and a short text stands below its name like a long one', async () => {
  const text = { ...line, isText: true }
  const {
    pages,
    pieces: [pieces = []],
  } = await drawn({
    lines: [
      { ...text, name: 'Microscopy', value: 'Crypts. '.repeat(40).trim() },
      { ...text, name: 'Diagnosis' },
    ],
  })
  expect(pages[0]).not.toContain('What was measured')
  const at = (words: string) => pieces.find((one) => one.words === words) ?? expect.unreachable()
  expect(at('Negative').left).toBe(at('Diagnosis').left)
  expect(at('Negative').top).toBeLessThan(at('Diagnosis').bottom)
})

test('the earlier values of a corrected report follow those that hold, at any length', async () => {
  const before = [
    { ...line, name: 'Earlier: Haemoglobin', value: '6.5', unit: 'g/dL', mark: 'Very low. Act now' },
    { ...line, name: 'Earlier: Microscopy', isText: true, value: paragraphs(6, 9_000) },
    {
      ...{ ...line, name: 'Earlier: Organisms', isText: true },
      isolates: [{ organism: 'Escherichia coli', agents: [['Ampicillin', 'R: Resistant', '']] as const }],
    },
  ]
  const words = 'Version 1 was reported on 3 November 2026, with the code CCCC-DDDD.'
  const one = { words, lines: before }
  const two = await drawn({ lines: [line], earlier: [one, { words: 'Version 2 was reported.', lines: [] }] })
  expect(two.text).toContain('Earlier reports')
  expect(two.text.indexOf('Version 2 was reported.')).toBeGreaterThan(two.text.indexOf(words))
  const made = await drawn({ lines: [line], earlier: [one] })
  const at = made.text.indexOf('The earlier report')
  expect(at).toBeGreaterThan(made.text.indexOf('Malaria antigen'))
  for (const part of [words, 'Earlier: Haemoglobin', '6.5 g/dL', 'Very low. Act now', 'p5w100', 'Ampicillin'])
    expect(made.text.indexOf(part), part).toBeGreaterThan(at)
  expectNoOverlap(made)
})

test('how to check a report stands beside the lab’s name, also a long one, and no page has only that', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => ({
    ...line,
    name: `Analyte ${at + 1}`,
    interval: '4 to 11',
  }))
  const facts = Array.from({ length: 8 }, (_, at) => [`Fact ${at}`, '3 November 2026, 9:15 am'] as const)
  const lab = 'Ekanem-Udoh Medical Laboratory and Diagnostic Centre of Uyo'
  const place = ['118 Aka Road, Uyo', '0803 123 4567', 'Registered with MLSCN: 25/0417']
  const made = await drawn({ lab, place, facts, lines, notes: ['A note.', 'Another note.'] })
  expect(made.pages).toHaveLength(1)
  const [pieces = []] = made.pieces
  const at = (words: string) => pieces.find((one) => one.words.includes(words)) ?? expect.unreachable()
  expect(at('Scan').top).toBeGreaterThan(at('Zara Eze').top)
  expect(at('AAAA-BBBB').left).toBeGreaterThan(300)
  expectNoOverlap(made)
})

test('a report without values has the patient, the page and the code', async () => {
  const {
    pages: [page, ...others],
  } = await drawn({})
  expect(others).toEqual([])
  expect(page).not.toContain('What was measured')
})

test('nothing overlaps with the longest names, and every word of them is printed', async () => {
  const long = (words: string) => words.repeat(20).slice(0, 120).trim()
  const changes: Partial<ReportDocument> = {
    ...{ lab: long('Laboratory of Good Hope '), patient: long('Oluwaseun Adebayo-Okonkwo ') },
    ...{
      place: [long('12 Herbert Macaulay Way, Yaba, '), '0803 123 4567'],
      title: long('Histology of a biopsy '),
    },
    partOf: long('Package of tests '),
    facts: [
      ['Requested by', long('Dr Chukwuemeka Nnamdi ')],
      ['Specimen', 'M'.repeat(60)],
      ['Accession number', '26A-00001'],
      ['Verified by', `${long('Oluwaseun Adebayo-Okonkwo ')}, ${'M'.repeat(60)}, licence ${'M'.repeat(40)}`],
    ],
    lines: [
      { ...line, name: long('Immunohistochemistry '), value: '1234567.123', unit: 'mL/min/1.73 m^2' },
      {
        ...line,
        name: 'M'.repeat(120),
        value: '<123456789.123456',
        unit: 'mL/min/1.73 m^2',
        interval: '100000 to 999999 *',
        mark: 'Very high',
      },
      { ...line, value: 'Staphylococcus-aureus', interval: '', mark: 'Abnormal' },
      { ...line, value: 'W'.repeat(60), mark: 'Critical. Act today' },
      { ...line, name: 'M'.repeat(120), value: 'W'.repeat(400), mark: 'Critical. Act today' },
    ],
  }
  const made = await drawn(changes)
  expectNoOverlap(made)
  for (const words of [changes.lab, changes.patient, changes.title]) expect(made.pages[0]).toContain(words)
})

test('the file says its title and language, and names no patient and no test', async () => {
  const { info } = await getMeta((await drawn({ lines: [line] })).document)
  expect(info).toMatchObject({ Title: 'Report AAAA-BBBB', Author: 'Yaba Lab', Language: 'en-NG' })
  expect(JSON.stringify(info)).not.toMatch(/Zara|Malaria/)
})

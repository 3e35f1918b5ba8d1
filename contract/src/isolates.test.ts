import { expect, test } from 'vitest'
import { isolatesOf, readIsolates, susceptibilityWords, textOfIsolates, typedIsolates } from './isolates.ts'

const culture = `Escherichia coli, >100,000 CFU/mL
- Ciprofloxacin: S (zone 26 mm)
- Ampicillin: R (MIC >=32 mg/L)
- Nitrofurantoin: S

Enterococcus faecalis, scanty growth
- Vancomycin: S

Breakpoints: EUCAST 2026`

test('a culture with two organisms is read as it is written', () => {
  expect(readIsolates(culture)).toEqual({
    value: culture,
    isolates: {
      breakpoints: 'EUCAST 2026',
      found: [
        {
          ...{ organism: 'Escherichia coli', quantity: '>100,000 CFU/mL' },
          agents: [
            { agent: 'Ciprofloxacin', result: 'S', measured: { method: 'zone', value: '26' } },
            { agent: 'Ampicillin', result: 'R', measured: { method: 'MIC', value: '>=32' } },
            { agent: 'Nitrofurantoin', result: 'S', measured: null },
          ],
        },
        {
          ...{ organism: 'Enterococcus faecalis', quantity: 'scanty growth' },
          agents: [{ agent: 'Vancomycin', result: 'S', measured: null }],
        },
      ],
    },
  })
  expect(textOfIsolates(typedIsolates(culture))).toBe(culture)
})

test('a name alone is an organism whose agents were not tested', () => {
  expect(readIsolates('  Candida albicans \r\n')).toEqual({
    value: 'Candida albicans',
    isolates: { found: [{ organism: 'Candida albicans', quantity: null, agents: [] }], breakpoints: null },
  })
  expect(readIsolates('')).toEqual({ value: '', isolates: { found: [], breakpoints: null } })
})

test('an agent of the panel that was not tested is left out, with breakpoints of nothing', () => {
  const untested = 'Proteus mirabilis\n- Ampicillin:\n- Meropenem:\n\nBreakpoints: EUCAST 2026'
  expect(readIsolates(untested)).toMatchObject({ value: 'Proteus mirabilis' })
})

test.each([
  ['- Ampicillin: R\n\nBreakpoints: EUCAST 2026', 'name the organism'],
  ['Escherichia coli\n- Ampicillin: R', /breakpoints/],
  ['Escherichia coli\n- Ampicillin: R\n\nBreakpoints: EUCAST', /breakpoints/],
  [
    'Escherichia coli\n- Ampicillin: R\n- ampicillin: S\n\nBreakpoints: CLSI 2025',
    'Ampicillin is there twice',
  ],
  ['Escherichia coli\n- Ampicillin: (MIC 8 mg/L)\n\nBreakpoints: CLSI 2025', 'say S, I or R for Ampicillin'],
  [
    'Escherichia coli\n- Ampicillin: S (MIC high mg/L)\n\nBreakpoints: CLSI 2025',
    /give the MIC of Ampicillin/,
  ],
  ['Escherichia coli\n- : S\n\nBreakpoints: CLSI 2025', 'name each agent'],
  [`Escherichia coli, ${'a'.repeat(61)}`, /how much grew/],
  ['Sensitive to: ciprofloxacin, ofloxacin', /name the organism alone/],
  ['No significant growth', /name the organism alone/],
  ['Sterile', /name the organism alone/],
  ['Escherichia coli, Klebsiella pneumoniae, >10^5 CFU/mL', /a line of its own/],
  ['Escherichia coli, resistant to ampicillin 10 ug', /a line of its own/],
  ['Escherichia coli\n\n ?', 'name the organism'],
  [Array.from({ length: 11 }, (_, index) => `Organism ${index}`).join('\n'), /at most 10 organisms/],
])('%j is refused', (text, wrong) => {
  expect(readIsolates(text)).toEqual({ wrong: expect.stringMatching(wrong) })
})

test.each([
  'Methicillin-susceptible Staphylococcus aureus',
  'Staphylococcus aureus (methicillin-sensitive)',
  'Escherichia coli O157:H7, many',
  'Nocardia species, rare',
  'Non-fermenting Gram-negative rod, isolated after enrichment',
  'Escherichia coli\n- Piperacillin-tazobactam: S (MIC 8/4 mg/L)\n- Ampicillin: R (zone 6.0 mm)\n\nBreakpoints: CLSI 2025',
])('%j is accepted', (text) => {
  expect(readIsolates(text)).toMatchObject({ value: text })
})

test('a stored text is read by lenient rules, with what it says', () => {
  expect(isolatesOf('Sterile\n- Ampicillin: S')).toMatchObject({ found: [{ organism: 'Sterile' }] })
  expect(isolatesOf('')).toBeNull()
})

test('agents of an organism without a name never go to the one above it', () => {
  const first = { organism: 'Escherichia coli', quantity: '', agents: [agent('Ceftriaxone', 'R')] }
  const second = { organism: ' ', quantity: ' ', agents: [agent('Vancomycin', 'S')] }
  const text = textOfIsolates({ found: [first, second], standard: 'EUCAST', year: '2026' })
  expect(typedIsolates(text).found.map(({ agents }) => agents.length)).toEqual([1, 1])
  expect(readIsolates(text)).toEqual({ wrong: 'name the organism' })
})

test('I is called what the standard calls it', () => {
  expect(susceptibilityWords('I', 'EUCAST 2026')).toBe('Susceptible, increased exposure')
  expect(susceptibilityWords('I', 'CLSI 2025')).toBe('Intermediate')
  expect(susceptibilityWords('R', null)).toBe('Resistant')
})

const agent = (name: string, result: 'S' | 'R') =>
  ({ agent: name, result, method: 'zone', value: '' }) as const

/** Every text that is accepted is stored in a form that is read as the same isolates. */
test('what is stored is read again as the same', () => {
  const organisms = ['Escherichia coli', 'Staphylococcus aureus (MRSA)', 'Mixed growth']
  const quantities = ['', 'heavy growth', '>100,000 CFU/mL', '2+, in one bottle of two']
  const values = { zone: ['', '6', '26'], MIC: ['', '2', '<=0.5', '>=32'] }
  for (const organism of organisms)
    for (const quantity of quantities)
      for (const method of ['MIC', 'zone'] as const)
        for (const result of ['S', 'I', 'R'] as const)
          for (const value of values[method]) {
            const agents = [{ agent: 'Amoxicillin-clavulanic acid', result, method, value }]
            const text = textOfIsolates({
              ...{ found: [{ organism, quantity, agents }], standard: 'EUCAST', year: '2026' },
            })
            const read = readIsolates(text)
            if ('wrong' in read) throw new Error(`${text}: ${read.wrong}`)
            expect(read.value).toBe(text)
            expect(readIsolates(read.value)).toEqual(read)
          }
})

import { expect, test } from 'vitest'
import { unexpectedIn } from './expected-resistance.ts'

const rows = [
  { organisms: ['Klebsiella', 'Klebsiella pneumoniae'], agents: ['Ampicillin', 'Amoxicillin'] },
  { organisms: ['Proteus vulgaris'], agents: ['Amoxicillin-clavulanic acid', 'Nitrofurantoin'] },
]
const culture = (organism: string, ...agents: string[]) =>
  [organism, ...agents.map((agent) => `- ${agent}`), '', 'Breakpoints: EUCAST 2026'].join('\n')

test.each([
  ['susceptible', culture('Klebsiella pneumoniae', 'Ampicillin: S'), 'Ampicillin for Klebsiella pneumoniae'],
  [
    'susceptible at an increased exposure',
    culture('K. pneumoniae', 'ampicillin: I'),
    'ampicillin for K. pneumoniae',
  ],
  ['resistant', culture('Klebsiella pneumoniae', 'Ampicillin: R'), null],
  ['an agent of another organism', culture('Klebsiella pneumoniae', 'Nitrofurantoin: S'), null],
  ['another organism', culture('Escherichia coli', 'Ampicillin: S'), null],
  [
    'an agent that is written otherwise',
    culture('Proteus vulgaris', 'Amoxicillin/Clavulanic acid: S', 'Nitrofurantoin: S'),
    'Amoxicillin/Clavulanic acid for Proteus vulgaris, Nitrofurantoin for Proteus vulgaris',
  ],
  ['a culture without organisms', '', null],
])('%s', (_, text, expected) => {
  expect(unexpectedIn(text, rows)).toBe(expected)
})

import { describe, expect, test } from 'vitest'
import { type EnteredValue, impossibleValues } from './impossible.ts'

let position = 0
function value(analyte: string, typed: string): EnteredValue {
  position += 1
  const digits = typed.replace(/^[<>]/, '')
  return {
    position,
    analyte,
    place: analyte,
    name: analyte,
    value: typed,
    amount: Number.isNaN(Number(digits)) ? null : Number(digits),
  }
}
const bloodCulture = [
  { test_code: 'blood-culture', position: 1, choices: ['No growth', 'Growth'], structure: null },
  { test_code: 'blood-culture', position: 3, choices: [], structure: 'isolates' },
] as const
const problems = (...typed: readonly (readonly [string, string])[]) =>
  Object.values(
    impossibleValues(
      typed.map(([analyte, one]) => value(analyte, one)),
      bloodCulture,
      false,
    ),
  )

describe('values that are impossible', () => {
  test('a differential of 152 %', () => {
    const typed = [
      ['770-8', '80'],
      ['736-9', '60'],
      ['5905-5', '8'],
      ['713-8', '3'],
      ['706-2', '1'],
    ] as const
    expect(problems(...typed)).toEqual(typed.map(() => 'the differential adds up to 152 %, not 100 %'))
  })

  test('haemoglobin of 135 g/dL, which is 135 g/L', () => {
    expect(problems(['718-7', '135'])).toEqual(['it cannot be above 40 g/dL; check the unit'])
  })

  test('a share above 100 %', () => {
    expect(problems(['4544-3', '140'])).toEqual(['it cannot be above 100 %'])
  })

  test('a part that is more than its whole', () => {
    expect(problems(['14647-2', '4.1'], ['39469-2', '4.6'])).toEqual(['it cannot be more than 14647-2, 4.1'])
    expect(problems(['14631-6', '12'], ['14629-0', '15'])).toHaveLength(1)
  })

  test('malaria that is not seen, and counted', () => {
    const typed = [
      ['32700-7', 'Not seen'],
      ['malaria-parasite/2', 'P. falciparum'],
    ] as const
    expect(problems(...typed, ['malaria-parasite/3', '250000'])).toHaveLength(2)
  })

  test('a culture without growth, and its organism', () => {
    for (const culture of [
      [],
      [['blood-culture/1', 'No growth']],
      [['blood-culture/1', 'Normal flora only']],
    ] as const)
      expect(problems(...culture, ['blood-culture/3', 'Escherichia coli'])).toEqual([
        'an organism needs “Growth” for the culture; else leave it out',
      ])
    // A test whose lines an operator has defined differently.
    const [finding, ...others] = bloodCulture
    const growth = { ...finding, choices: ['No growth', 'Significant growth'] }
    const organism = value('blood-culture/3', 'Escherichia coli')
    expect(impossibleValues([organism], [growth, ...others], false)).toEqual({})
    expect(impossibleValues([organism], others, false)).toEqual({})
    const none = value('blood-culture/1', 'No growth after 5 days')
    expect(Object.keys(impossibleValues([none, organism], [growth, ...others], false))).toHaveLength(1)
    expect(problems(['urine-mcs/5', 'No growth'], ['urine-mcs/6', '100000'])).toHaveLength(1)
  })

  test('tuberculosis that is not detected, and resistant', () => {
    expect(problems(['genexpert-mtb/1', 'Not detected'], ['genexpert-mtb/2', 'Detected'])).toHaveLength(1)
  })
})

describe('values that are possible', () => {
  test.each([
    [
      'a culture with growth and its organism',
      [
        ['blood-culture/1', 'Growth'],
        ['blood-culture/3', 'Escherichia coli'],
      ],
    ],
    ['a culture without growth', [['blood-culture/1', 'No growth']]],
    [
      'no growth above what can be counted',
      [
        ['urine-mcs/5', 'No growth'],
        ['urine-mcs/6', '<1000'],
      ],
    ],
    [
      'a differential with its rounding',
      [
        ['770-8', '60.5'],
        ['736-9', '30.5'],
        ['5905-5', '7'],
        ['713-8', '3'],
      ],
    ],
    ['a differential in part', [['770-8', '60']]],
    ['high haemoglobin', [['718-7', '24']]],
    [
      'LDL as high as the total cholesterol',
      [
        ['14647-2', '4.1'],
        ['39469-2', '4.1'],
      ],
    ],
    ['a part without its whole', [['39469-2', '4.6']]],
    [
      'a whole below the measuring range',
      [
        ['14631-6', '<5'],
        ['14629-0', '6'],
      ],
    ],
    [
      'no malaria',
      [
        ['32700-7', 'Not seen'],
        ['malaria-parasite/2', 'Not applicable'],
        ['malaria-parasite/3', '0'],
      ],
    ],
    [
      'malaria seen and counted',
      [
        ['32700-7', '++'],
        ['malaria-parasite/2', 'P. falciparum'],
        ['malaria-parasite/3', '9000'],
      ],
    ],
  ] as [string, [string, string][]][])('%s', (_, typed) => {
    expect(problems(...typed)).toEqual([])
  })
})

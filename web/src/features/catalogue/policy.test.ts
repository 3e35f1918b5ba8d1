import type { LabLocation, LabTest } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { namesListed } from '../../lib/names.ts'
import {
  byLocation,
  categoryButtons,
  fastingWords,
  findTests,
  listLines,
  locationsDoingAll,
  oneAtATimeWords,
  packagesHolding,
  proceedWords,
  readyWords,
  replacedWords,
  repriced,
  testsForSale,
} from './policy.ts'

function labTest(testName: string, more: Partial<LabTest> = {}): LabTest {
  return {
    testName,
    category: 'Pathology',
    amount: 5000,
    code: testName.toLowerCase(),
    alsoKnownAs: [],
    summary: '',
    kind: 'test',
    includes: [],
    department: 'Haematology',
    departments: ['Haematology'],
    specimen: 'Venous blood',
    fastingHours: 0,
    preparation: '',
    turnaroundHours: 24,
    homeCollection: true,
    sex: 'any',
    asks: [],
    popularRank: null,
    ...more,
  }
}

function location(name: string, departments: string[], testsOffered: string[] = []): LabLocation {
  return {
    name,
    address: `${name} street`,
    landmark: '',
    area: '',
    state: 'Lagos',
    latitude: null,
    longitude: null,
    openingHours: '',
    testsOffered,
    departments,
    collectionFee: null,
    pause: null,
  }
}

const names = (tests: readonly LabTest[]) => tests.map((one) => one.testName)

describe('the list', () => {
  test('omits tests priced under one naira', () => {
    const tests = [
      labTest('Free', { amount: 0 }),
      labTest('Half', { amount: 0.99 }),
      labTest('One', { amount: 1 }),
    ]
    expect(names(testsForSale(tests))).toEqual(['One'])
  })

  test('shows the most ordered tests first, then the others by name', () => {
    const tests = [
      labTest('Zinc'),
      labTest('Albumin'),
      labTest('PCV', { popularRank: 8 }),
      labTest('FBC', { popularRank: 1 }),
    ]
    expect(names(testsForSale(tests))).toEqual(['FBC', 'PCV', 'Albumin', 'Zinc'])
    const lower = [labTest('Urea'), labTest('PCV'), labTest('pH of urine'), labTest('Albumin')]
    expect(names(testsForSale(lower))).toEqual(['Albumin', 'PCV', 'pH of urine', 'Urea'])
  })
})

describe('a package that is selected', () => {
  test('is named for each of its tests, which would be paid twice beside it', () => {
    const checkUp = labTest('Check-up', { kind: 'package', includes: ['FBC', 'Urea'] })
    const held = packagesHolding([labTest('Widal'), checkUp])
    expect([...held]).toEqual([
      ['FBC', 'Check-up'],
      ['Urea', 'Check-up'],
    ])
    expect(packagesHolding([labTest('FBC'), labTest('Urea')]).size).toBe(0)
  })
})

describe('one test at a time', () => {
  test('announces before it what happens to the selected tests, and after it which they were', () => {
    expect(oneAtATimeWords(1)).toContain('replaces the last one')
    expect(oneAtATimeWords(3)).toContain('All 3 tests stay selected until you choose another')
    expect(replacedWords('FBC', ['Widal'])).toBe('FBC replaces Widal')
    expect(replacedWords('FBC', ['Widal', 'Urea'])).toBe('FBC replaces Widal and Urea')
    expect(replacedWords('FBC', ['a', 'b', 'c', 'd'])).toBe('FBC replaces 4 tests')
  })
})

describe('category buttons', () => {
  test('stand for existing tests, in our order, after “all”', () => {
    const tests = [labTest('X-ray', { category: 'Imaging' }), labTest('FBC')]
    expect(categoryButtons(tests)).toEqual(['All tests', 'Pathology', 'Imaging'])
    expect(categoryButtons([])).toEqual(['All tests'])
  })

  test('have packages separately, whatever their category', () => {
    const tests = [labTest('FBC'), labTest('Check', { kind: 'package', category: 'Test Package' })]
    expect(categoryButtons(tests)).toEqual(['All tests', 'Test Packages', 'Pathology'])
    expect(names(findTests(tests, 'Test Packages', ''))).toEqual(['Check'])
    expect(names(findTests(tests, 'Pathology', ''))).toEqual(['FBC'])
  })

  test('include Popular if a test is popular, and put unknown categories last', () => {
    const tests = [labTest('FBC', { popularRank: 1 }), labTest('Tooth', { category: 'Dental' })]
    expect(categoryButtons(tests)).toEqual(['All tests', 'Popular', 'Pathology', 'Dental'])
  })

  test('filter the tests of their category', () => {
    const tests = [labTest('X-ray', { category: 'Imaging' }), labTest('FBC', { popularRank: 1 })]
    expect(names(findTests(tests, 'Imaging', ''))).toEqual(['X-ray'])
    expect(names(findTests(tests, 'Popular', ''))).toEqual(['FBC'])
    expect(names(findTests(tests, 'All tests', ''))).toEqual(['X-ray', 'FBC'])
  })
})

describe('searching the tests', () => {
  const tests = [
    labTest('Thromboplastin time', { alsoKnownAs: ['APTT'] }),
    labTest('Full blood count', { alsoKnownAs: ['FBC', 'CBC'] }),
    labTest('Prothrombin time', { alsoKnownAs: ['PT'] }),
    labTest('Anti-Müllerian hormone', { alsoKnownAs: ['AMH'] }),
  ]

  test('ignores case, accents and surrounding spaces', () => {
    expect(names(findTests(tests, 'All tests', ' BLOOD  count '))).toEqual(['Full blood count'])
    expect(names(findTests(tests, 'All tests', 'mullerian'))).toEqual(['Anti-Müllerian hormone'])
  })

  test('finds short names, the exact one first', () => {
    expect(names(findTests(tests, 'All tests', 'fbc'))).toEqual(['Full blood count'])
    expect(names(findTests(tests, 'All tests', 'pt'))).toEqual(['Prothrombin time', 'Thromboplastin time'])
  })

  test('finds packages by a test in them, after the test itself', () => {
    const check = labTest('Antenatal', { kind: 'package', includes: ['Full blood count', 'Urinalysis'] })
    expect(names(findTests([check, ...tests], 'All tests', 'full blood'))).toEqual([
      'Full blood count',
      'Antenatal',
    ])
  })

  test('finds nothing without a match', () => {
    expect(findTests(tests, 'All tests', 'zebra')).toEqual([])
    expect(findTests(tests, 'Imaging', 'blood')).toEqual([])
  })
})

describe('what a location does', () => {
  const blood = labTest('FBC')
  const scan = labTest('Scan', { departments: ['Ultrasound'] })
  const branch = location('Branch', ['Haematology'])
  const main = location('Main', ['Haematology', 'Ultrasound'])

  test('depends on its departments; other tests come after', () => {
    const { here, elsewhere } = byLocation([scan, blood], branch)
    expect(names(here)).toEqual(['FBC'])
    expect(names(elsewhere)).toEqual(['Scan'])
  })

  test('includes a package only if it has every one of its departments', () => {
    const check = labTest('Check', { kind: 'package', departments: ['Haematology', 'Ultrasound'] })
    expect(names(byLocation([check], branch).elsewhere)).toEqual(['Check'])
    expect(names(byLocation([check], main).here)).toEqual(['Check'])
  })

  test('is one list: available tests, a heading, then the others', () => {
    const lines = listLines([scan, blood], branch)
    expect(lines.map((one) => (one.kind === 'test' ? one.test.testName : one.words))).toEqual([
      'FBC',
      '1 test not done at Branch',
      'Scan',
    ])
    expect(listLines([scan, blood], main)).toHaveLength(2)
  })

  test('is not applied before one is chosen', () => {
    expect(byLocation([scan, blood], undefined).elsewhere).toEqual([])
  })

  test('uses the current price', () => {
    const selected = [
      { name: 'FBC', amount: 4000 },
      { name: 'Gone', amount: 700 },
    ]
    expect(repriced(selected, [blood])).toEqual([
      { name: 'FBC', amount: 5000 },
      { name: 'Gone', amount: 700 },
    ])
  })

  test('works in reverse: locations where all of these are done', () => {
    expect(locationsDoingAll([blood, scan], [branch, main])).toEqual([main])
  })
})

describe('the texts', () => {
  const noon = new Date('2026-11-21T11:00:00Z')

  test('about fasting give the hours', () => {
    expect([0, 1, 10].map(fastingWords)).toEqual(['No fasting', 'Fast for 1 hour', 'Fast for 10 hours'])
  })

  test('about a result name its day, without a line break in it', () => {
    expect(readyWords(4, noon)).toBe('Ready by Sat\u00a021\u00a0Nov')
    expect(readyWords(24, noon)).toBe('Ready by Sun\u00a022\u00a0Nov')
    expect(readyWords(72, noon)).toBe('Ready by Tue\u00a024\u00a0Nov')
  })

  test('count the day in Lagos, not in UTC', () => {
    expect(readyWords(24, new Date('2026-11-21T23:30:00Z'))).toBe('Ready by Mon\u00a023\u00a0Nov')
  })

  test('of the button are singular for one test', () => {
    expect([proceedWords(1), proceedWords(2)]).toEqual(['Proceed (1 test)', 'Proceed (2 tests)'])
  })

  test('of a list put "and" before the last', () => {
    expect(namesListed(['A'])).toBe('A')
    expect(namesListed(['A', 'B', 'C'])).toBe('A, B and C')
  })
})

import { kobo } from '@labalaba/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KnownTest, lineFor, raisedBy } from './policy.ts'
import { readLabSheet, writeLabSheet } from './sheet.ts'

const fbc: KnownTest = {
  testId: 1,
  code: 'fbc',
  name: 'Full blood count',
  department: 'Haematology',
  missing: [],
  mayBeAtHome: true,
  usualHours: 24,
  terms: { priceKobo: kobo(700_000), active: true, hours: 24, atHome: true },
}
const semen: KnownTest = {
  testId: 2,
  code: 'semen-analysis',
  name: '=Semen, "analysis"',
  department: 'Andrology',
  missing: [],
  mayBeAtHome: false,
  usualHours: 48,
  terms: { priceKobo: kobo(900_000), active: false, hours: 30, atHome: false },
}
const fresh: KnownTest = { ...fbc, testId: 3, code: 'fresh', terms: null }
const scan: KnownTest = { ...fresh, testId: 4, code: 'scan', missing: ['Radiology'] }
const tests = [fbc, semen, fresh, scan]
const read = (text: string) => readLabSheet(text, tests)

describe('a percentage', () => {
  it.each([
    [7000, 1000, 7700],
    [7000, 250, 7200],
    // 7,175 is half way between 7,150 and 7,200: it goes up.
    [7000, 249, 7150],
    [2500, -1000, 2250],
    [110, -5000, 100],
    [10_000_000, 10_000, 10_000_000],
    // To the nearest ₦50 they would go the other way.
    [7020, 1, 7020],
    [7030, -1, 7030],
    [50, -1000, 50],
    [12_000_000, 1000, 12_000_000],
  ])('₦%i with %i hundredths of a per cent is ₦%i', (price, bps, raised) => {
    expect(raisedBy(kobo(price * 100), bps)).toBe(raised * 100)
  })

  it('gives whole steps of ₦50, within ₦25 of the exact price, and never on the other side of the old one', () => {
    const property = fc.property(
      fc.integer({ min: 500, max: 4_000_000 }),
      fc.integer({ min: -5000, max: 10_000 }).filter((bps) => bps !== 0),
      (naira, bps) => {
        const raised = raisedBy(kobo(naira * 100), bps)
        if (bps > 0) expect(raised).toBeGreaterThanOrEqual(naira * 100)
        if (bps < 0) expect(raised).toBeLessThanOrEqual(naira * 100)
        if (raised !== naira * 100) expect(raised % 5000).toBe(0)
        expect(Math.abs(raised - (naira * 100 * (10_000 + bps)) / 10_000)).toBeLessThanOrEqual(2500)
      },
    )
    fc.assert(property)
  })
})

describe('what changes', () => {
  it('is empty if everything is as it was', () => {
    expect(
      lineFor(fbc, { testId: 1, priceKobo: kobo(700_000), active: true, hours: 24, atHome: true }),
    ).toBeNull()
    expect(lineFor(fbc, { testId: 1 })).toBeNull()
  })
  it('lists only differences, with the old terms', () => {
    expect(lineFor(fbc, { testId: 1, priceKobo: kobo(800_000), hours: 24 })).toMatchObject({
      priceKobo: 800_000,
      active: null,
      hours: null,
      atHome: null,
      oldPriceKobo: 700_000,
      oldActive: true,
    })
  })
  it('offers a new test, with its price', () => {
    expect(lineFor(fresh, { testId: 3, priceKobo: kobo(500_000) })).toMatchObject({
      priceKobo: 500_000,
      active: true,
      oldPriceKobo: null,
    })
    expect(lineFor(fresh, { testId: 3, hours: 12 })).toBeNull()
  })
})

describe('a file of prices', () => {
  it('that was downloaded is read back even with terms that can no longer be set', async () => {
    const odd: KnownTest = {
      ...fbc,
      testId: 5,
      code: 'odd',
      missing: ['Haematology'],
      terms: { priceKobo: kobo(5_050), active: true, hours: 2400, atHome: false },
    }
    const text = writeLabSheet([odd])
    const { wishes, problems } = await readLabSheet(text, [odd])
    expect(problems).toEqual([])
    expect(wishes.map((wish) => lineFor(odd, wish))).toEqual([null])
    const pausing = await readLabSheet(text.replace(/no\s*$/, 'yes'), [odd])
    expect(pausing.problems).toEqual([])
    expect(pausing.wishes.map((wish) => lineFor(odd, wish))).toMatchObject([{ active: false }])
    expect((await readLabSheet(text.replace('50.5', '500'), [odd])).problems).toMatchObject([{ line: 2 }])
  })

  it('with a heading as long as the file may be is refused at once, with a short message', async () => {
    const cells = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(',')
    for (const heading of [cells(150_000), cells(6000), cells(59), 'x'.repeat(999_000)]) {
      const before = process.threadCpuUsage()
      const { problems } = await read(`${heading}\nfbc\n`)
      // Work of this thread only, however long a busy machine lets it wait: comparing each cell with all
      // others would take minutes.
      expect(process.threadCpuUsage(before).user).toBeLessThan(8_000_000)
      expect(problems.map(({ words }) => words.length < 400)).not.toContain(false)
      expect(problems.length).toBeGreaterThan(0)
    }
  })

  it('that was downloaded is read back as it is, and no cell of it is a formula', async () => {
    const text = writeLabSheet(tests)
    expect(text).toContain(`"'=Semen, ""analysis"""`)
    const { wishes, problems } = await read(text)
    expect(problems).toEqual([])
    expect(
      wishes.map((wish) => lineFor(tests.find(({ testId }) => testId === wish.testId) ?? fbc, wish)),
    ).toEqual([null, null])
  })

  it.each([
    ['commas', 'test_code,price_ngn\nfbc,8000\n'],
    ['semicolons', 'test_code;price_ngn\nfbc;8000\n'],
    ['tabs', 'test_code\tprice_ngn\nfbc\t8000\n'],
    ['the line ends of Windows and a mark', '\uFEFFtest_code,price_ngn\r\nfbc,8000\r\n'],
    ['empty lines and loose cells', '\n Test_Code , PRICE_NGN \n\n fbc , 8000 \n\n'],
  ])('is read with %s', async (_, text) => {
    expect(await read(text)).toMatchObject({ problems: [], wishes: [{ testId: 1, priceKobo: 800_000 }] })
  })

  it.each([
    ['fbc,seven', 2, 'price_ngn is "seven"; give whole naira from 100, digits only, such as 7500'],
    ['fbc,99', 2, 'price_ngn is "99"; give whole naira from 100, digits only, such as 7500'],
    ['fbc,10000001', 2, 'price_ngn is "10000001"; give at most 10000000'],
    ['fbc,', 2, 'price_ngn is empty'],
    ['=cmd(),500', 2, 'test_code is "=cmd()"; the catalogue has no such test: check the code'],
    ['scan,500', 2, 'test_code is "scan"; your lab has no department Radiology: take the line out'],
    ['fbc,500\nfbc,600', 3, 'test_code is "fbc"; line 2 has this test too: keep one of them'],
    ['fbc,500,600', 2, 'has 3 cells where the heading has 2'],
  ])('with the line %j gets a message about the fault and the remedy', async (lines, line, words) => {
    expect((await read(`test_code,price_ngn\n${lines}\n`)).problems).toEqual([{ line, words }])
  })

  it('gets a message if it is not UTF-8, and if its heading is wrong', async () => {
    expect((await read('test_code,price_ngn\nfbc,\uFFFD500')).problems).toMatchObject([
      { line: 2, words: expect.stringContaining('UTF-8') },
    ])
    expect((await read('code,price\nfbc,500')).problems[0]).toEqual({
      line: 1,
      words: 'the heading lacks test_code, price_ngn',
    })
    expect((await read('')).problems).toHaveLength(1)
    expect((await read('test_code,price_ngn,at_home\nsemen-analysis,500,yes')).problems).toMatchObject([
      { line: 2 },
    ])
  })

  it('of a megabyte lets other work run after each part of it', {
    timeout: 30_000,
  }, async () => {
    const line = 'fbc,8000,Full blood count\n'
    const lines = Math.floor(950_000 / line.length)
    const text = `test_code,price_ngn,test_name\n${line.repeat(lines)}`
    let turns = 0
    await readLabSheet(text, tests, async () => {
      turns += 1
    })
    expect(turns).toBeGreaterThan(950_000 / 20_000 + lines / 200)

    // The loop's own turns come, too.
    let others = 0
    const counting = setInterval(() => {
      others += 1
    })
    await readLabSheet(text, tests)
    clearInterval(counting)
    expect(others).toBeGreaterThan(10)
  })
})

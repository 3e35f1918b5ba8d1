import { describe, expect, it } from 'vitest'
import { type Columns, readSheet, readSheetInTurns } from './spreadsheet.ts'
import type { Cells } from './spreadsheet-cells.ts'

const columns = { needed: ['name', 'price'], optional: ['note'] }

function read<T>(
  text: string,
  reader: (cells: Cells) => T,
  of: Columns = columns,
): { values: T[]; problems: string[] } {
  const problems: string[] = []
  return { values: readSheet({ text }, of, problems, reader), problems }
}

const priced = (cells: Cells) => ({
  line: cells.line,
  name: cells.text('name', 20),
  price: cells.naira('price', 1),
})

describe('a sheet', () => {
  it('gives each line with its number, whatever the spreadsheet adds', () => {
    const text = '\ufeffNAME, Price \r\n"Ada, and  Obi",7500\r\n\r\n"two\nlines",1\r\nlast,2\r\n'
    expect(read(text, priced)).toEqual({
      values: [
        { line: 2, name: 'Ada, and Obi', price: 750_000 },
        { line: 4, name: 'two lines', price: 100 },
        { line: 6, name: 'last', price: 200 },
      ],
      problems: [],
    })
  })

  it('lists every problem with its line', () => {
    const { problems } = read('name,price\n,abc\nx,0\nx,7500.50\nx\nx,-5\n\u0007,1', priced)
    expect(problems).toEqual([
      'line 2: name is empty',
      'line 2: price is "abc"; give whole naira from 1, digits only, such as 7500',
      'line 3: price is "0"; give whole naira from 1, digits only, such as 7500',
      'line 4: price is "7500.50"; give whole naira from 1, digits only, such as 7500',
      'line 5: has 1 cells where the heading has 2',
      'line 6: price is "-5"; give whole naira from 1, digits only, such as 7500',
      'line 7: name has characters that cannot be shown',
    ])
  })

  it.each([
    ['name\nx', 'line 1: the heading lacks price'],
    ['name,price,prize\nx,1,2', 'line 1: the heading has prize; the columns are name, price, note'],
    ['name,price,name\nx,1,2', 'line 1: the heading has name twice'],
    ['name,price', 'line 1: the file has no lines below its heading'],
    ['', 'line 1: the file has no lines below its heading'],
  ])('refuses %j', (text, problem) => {
    expect(read(text, priced)).toEqual({ values: [], problems: [problem] })
  })

  it('reports where a quotation mark is never closed', () => {
    const { problems } = read('name,price\nx,1\n"y,2\n', priced)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^line \d: this is not CSV \(.*quote/i)
  })

  it('names the file first if there are several', () => {
    const problems: string[] = []
    readSheet({ text: 'name,price\nx,y', name: 'prices.csv' }, columns, problems, priced)
    expect(problems[0]).toMatch(/^prices\.csv line 2: price/)
  })
})

describe('a cell', () => {
  function cell<T>(value: string, reader: (cells: Cells) => T) {
    const { values, problems } = read(`cell,other\n"${value}",`, reader, { needed: ['cell', 'other'] })
    return problems[0] ?? values[0]
  }

  it('is yes or no', () => {
    expect(cell('Yes', (cells) => cells.yesNo('cell'))).toBe(true)
    expect(cell('no', (cells) => cells.yesNo('cell'))).toBe(false)
    expect(cell('1', (cells) => cells.yesNo('cell'))).toBe('line 2: cell is "1"; give yes or no')
  })

  it('is a whole number within limits', () => {
    expect(cell('12', (cells) => cells.whole('cell', 0, 72))).toBe(12)
    for (const value of ['73', '-1', '1.5', '1e1', 'x', '0x10'])
      expect(cell(value, (cells) => cells.whole('cell', 0, 72))).toBe(
        `line 2: cell is "${value}"; give a whole number from 0 to 72`,
      )
    expect(cell('', (cells) => cells.optionalWhole('cell', 0, 72))).toBeNull()
    expect(cell('', (cells) => cells.whole('cell', 0, 72))).toBe('line 2: cell is empty')
  })

  it('is a number with decimals within limits', () => {
    expect(cell('-6.5', (cells) => cells.decimal('cell', -90, 90))).toBe(-6.5)
    expect(cell('91', (cells) => cells.decimal('cell', -90, 90))).toBe(
      'line 2: cell is "91"; give a number from -90 to 90',
    )
    expect(cell('', (cells) => cells.decimal('cell', -90, 90))).toBe('line 2: cell is empty')
  })

  it('is a day that exists', () => {
    expect(cell('2028-02-29', (cells) => cells.optionalDay('cell'))).toBe('2028-02-29')
    expect(cell('', (cells) => cells.optionalDay('cell'))).toBeNull()
    for (const value of ['2027-02-29', '29/02/2028', '2028-2-9'])
      expect(cell(value, (cells) => cells.optionalDay('cell'))).toMatch(
        /give a day that exists, as YYYY-MM-DD/,
      )
  })

  it('is a list between bars, each once', () => {
    expect(cell('FBC| CBC||FBC', (cells) => cells.list('cell'))).toEqual(['FBC', 'CBC'])
    expect(cell('', (cells) => cells.list('cell'))).toEqual([])
  })

  it('is one of a choice', () => {
    expect(cell('male', (cells) => cells.oneOf('cell', ['any', 'male']))).toBe('male')
    expect(cell('boy', (cells) => cells.oneOf('cell', ['any', 'male']))).toBe(
      'line 2: cell is "boy"; give one of any, male',
    )
  })

  it('is not quoted at length', () => {
    expect(cell('9'.repeat(500), (cells) => cells.naira('cell', 0))).toMatch(/^line 2: cell is "9{60}…"/)
  })
})

describe('a spreadsheet that is read in parts', () => {
  it.each([
    ['\ufeffNAME, Price \r\n"Ada, and  Obi",7500\r\n\r\n"two\nlines",1\r\nlast,2\r\n'],
    ['name,price\nx,1\n"y,2\n'],
    ['name,price\n,abc\nx'],
    ['name,price'],
    [''],
    [`name,price\n${'ẹ̀kọ́ and àkàrà,7500\n'.repeat(3000)}`],
    [`name,price\n${'x,1\n'.repeat(9000)}"y,2\n`],
    [`name,price\n${'y'.repeat(60_000)},2\n`],
  ])('gives the same result for file %# as one that is read at once', async (text) => {
    const once = read(text, priced)
    const problems: string[] = []
    const values = await readSheetInTurns({ text }, columns, problems, priced)
    expect({ values, problems }).toEqual(once)
  })

  it('lets other work run after every hundred lines', async () => {
    let sinceTurn = 0
    let most = 0
    const counted = (cells: Cells) => {
      sinceTurn += 1
      most = Math.max(most, sinceTurn)
      return priced(cells)
    }
    const turn = async () => {
      sinceTurn = 0
    }
    await readSheetInTurns({ text: `name,price\n${'x,1\n'.repeat(5000)}` }, columns, [], counted, turn)
    expect(most).toBe(100)
  })
  it('lets other work run after every part of the text, also before its first line is read', async () => {
    let turns = 0
    const turnsBefore: number[] = []
    const noted = (cells: Cells) => {
      turnsBefore.push(turns)
      return priced(cells)
    }
    const turn = async () => {
      turns += 1
    }
    const long = 'x'.repeat(16 * 1024)
    await readSheetInTurns({ text: `name,price\n${`${long},1\n`.repeat(10)}` }, columns, [], noted, turn)
    expect(turnsBefore[0]).toBeGreaterThanOrEqual(10)
  })
})

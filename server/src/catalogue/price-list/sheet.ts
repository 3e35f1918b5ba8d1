import { nairaOf } from '@labalaba/contract'
import { csvOf } from '../../platform/csv.ts'
import { readSheetInTurns } from '../../platform/sheet.ts'
import type { Cells } from '../../platform/sheet-cells.ts'
import { type KnownTest, leastPrice, lineFor, mayChange, mostHours, mostPrice, type Wish } from './policy.ts'

const columns = {
  needed: ['test_code', 'price_ngn'],
  optional: ['test_name', 'department', 'turnaround_hours', 'at_home', 'paused'],
}

/** Something that is wrong with a line of the file, with what to do. */
export type SheetProblem = { readonly line: number; readonly words: string }

/** What cannot be read stands as this in a text that was read as UTF-8 and is none. */
const garbled = '\uFFFD'

/**
 * Reads a lab's file of prices against what it offers and could. A test that is not in the file stays as it is. The
 * wishes are of use only without problems. A large file is read in parts, and in between everybody else has a `turn`.
 */
export async function readLabSheet(
  text: string,
  tests: readonly KnownTest[],
  turn?: () => Promise<unknown>,
): Promise<{ wishes: Wish[]; problems: SheetProblem[] }> {
  const lost = text.indexOf(garbled)
  if (lost !== -1)
    return { wishes: [], problems: [{ line: text.slice(0, lost).split('\n').length, words: notUtf8 }] }
  const said: string[] = []
  const byCode = new Map(tests.map((test) => [test.code, test]))
  const seen = new Map<string, number>()
  const sheet = { text, delimiter: delimiterOf(text) }
  const readOne = (cells: Cells) => {
    const code = cells.text('test_code', 120)
    const test = byCode.get(code)
    if (code !== '' && !test) cells.wrong('test_code', 'the catalogue has no such test: check the code')
    if (seen.has(code)) cells.wrong('test_code', `line ${seen.get(code)} has this test too: keep one of them`)
    seen.set(code, cells.line)
    const wish = { testId: test?.testId ?? 0, ...readWish(cells, test) }
    if (test && !mayChange(test, lineFor(test, wish)))
      cells.wrong('test_code', `your lab has no department ${test.missing.join(', ')}: take the line out`)
    return wish
  }
  const wishes = await readSheetInTurns(sheet, columns, said, readOne, turn)
  return { wishes, problems: said.map(problemOf) }
}

/** What a line wishes. What stands there as it holds is no wish, so whatever was downloaded can be sent back. */
function readWish(cells: Cells, test: KnownTest | undefined): Omit<Wish, 'testId'> {
  const terms = test?.terms
  const stays = (column: string, is: string | undefined) => cells.optionalText(column, 120) === is
  const priceStays = stays('price_ngn', terms ? String(nairaOf(terms.priceKobo)) : undefined)
  const hoursStay = stays('turnaround_hours', terms ? String(terms.hours) : undefined)
  const priceKobo = priceStays ? undefined : cells.naira('price_ngn', leastPrice / 100)
  if (priceKobo !== undefined && priceKobo > mostPrice)
    cells.wrong('price_ngn', `give at most ${mostPrice / 100}`)
  const atHome = cells.isEmpty('at_home') ? undefined : cells.yesNo('at_home')
  if (test && atHome === true && !test.mayBeAtHome)
    cells.wrong('at_home', 'this test is not taken at home here: give no')
  return {
    ...{ priceKobo, atHome },
    hours: hoursStay ? undefined : (cells.optionalWhole('turnaround_hours', 1, mostHours) ?? undefined),
    active: cells.isEmpty('paused') ? undefined : !cells.yesNo('paused'),
  }
}

const notUtf8 =
  'this is not UTF-8 text. In the spreadsheet, save it as “CSV UTF-8 (comma delimited)”, and choose that file.'

/** The heading has no quoted cells, so what it is parted by is what it has most of. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split('\n', 1)
  const count = (mark: string) => heading.split(mark).length
  return [',', ';', '\t'].reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}

function problemOf(said: string): SheetProblem {
  const [, line = '1', words = said] = /^line (\d+): (.*)$/s.exec(said) ?? []
  return { line: Number(line), words }
}

/** A lab's list as a file that `readLabSheet` reads back as no change at all. */
export function writeLabSheet(tests: readonly KnownTest[]): string {
  const yesNo = (is: boolean) => (is ? 'yes' : 'no')
  const lines = tests.flatMap(({ code, name, department, terms }) =>
    terms === null
      ? []
      : [
          [
            ...[code, name, department, String(nairaOf(terms.priceKobo)), String(terms.hours)],
            ...[yesNo(terms.atHome), yesNo(!terms.active)],
          ],
        ],
  )
  const heading = [
    'test_code',
    'test_name',
    'department',
    'price_ngn',
    'turnaround_hours',
    'at_home',
    'paused',
  ]
  return csvOf([heading, ...lines])
}

import { nairaOf } from '@labalaba/contract'
import { csvOf } from '../../../infra/files/csv.ts'
import { readSheetInTurns } from '../../../infra/files/spreadsheet.ts'
import type { Cells } from '../../../infra/files/spreadsheet-cells.ts'
import { type KnownTest, leastPrice, lineFor, mayChange, mostHours, mostPrice, type Wish } from './policy.ts'

const columns = {
  needed: ['test_code', 'price_ngn'],
  optional: ['test_name', 'department', 'turnaround_hours', 'at_home', 'paused'],
}

/** A problem in a line of the file, with what to do. */
export type SheetProblem = { readonly line: number; readonly words: string }

/** The replacement character, which a text contains if it was decoded as UTF-8 but is not. */
const garbled = '\uFFFD'

/**
 * Reads a lab's price file against the tests that it offers or could offer. Tests that are not in the file stay unchanged.
 * Use the result only if there are no problems. A large file is read in parts, and `turn` yields to other requests in
 * between.
 */
export async function readLabSheet(
  text: string,
  tests: readonly KnownTest[],
  turn?: () => Promise<unknown>,
): Promise<{ wishes: Wish[]; problems: SheetProblem[] }> {
  const lost = text.indexOf(garbled)
  if (lost !== -1)
    return { wishes: [], problems: [{ line: text.slice(0, lost).split('\n').length, words: notUtf8 }] }
  const lines: string[] = []
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
  const wishes = await readSheetInTurns(sheet, columns, lines, readOne, turn)
  return { wishes, problems: lines.map(problemOf) }
}

/**
 * The request in a line. A value equal to the current one is no request, so an unchanged download can be uploaded again.
 */
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
    priceKobo,
    atHome,
    hours: hoursStay ? undefined : (cells.optionalWhole('turnaround_hours', 1, mostHours) ?? undefined),
    active: cells.isEmpty('paused') ? undefined : !cells.yesNo('paused'),
  }
}

const notUtf8 =
  'this is not UTF-8 text. In the spreadsheet, save it as “CSV UTF-8 (comma delimited)”, and choose that file.'

/** The header has no quoted cells, so the delimiter is the candidate that occurs most often in it. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split('\n', 1)
  const count = (mark: string) => heading.split(mark).length
  return [',', ';', '\t'].reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}

function problemOf(text: string): SheetProblem {
  const [, line = '1', words = text] = /^line (\d+): (.*)$/s.exec(text) ?? []
  return { line: Number(line), words }
}

/** Writes a lab's list as a file that `readLabSheet` reads as no change. */
export function writeLabSheet(tests: readonly KnownTest[]): string {
  const yesNo = (is: boolean) => (is ? 'yes' : 'no')
  const lines = tests.flatMap(({ code, name, department, terms }) => {
    if (terms === null) return []
    const { priceKobo, hours, atHome, active } = terms
    return [
      [code, name, department, String(nairaOf(priceKobo)), String(hours), yesNo(atHome), yesNo(!active)],
    ]
  })
  const heading = ['test_code', 'test_name', 'department', 'price_ngn', 'turnaround_hours']
  return csvOf([[...heading, 'at_home', 'paused'], ...lines])
}

import type { Db } from '../db.ts'
import { refuseProblems } from '../infra/files/spreadsheet.ts'
import { allTests } from '../modules/catalogue/index.ts'
import { type AnalyteInput, importOwnAnalytes, readAnalyteSheet } from '../modules/results/index.ts'
import { type Command, needed, WrongUse } from './command.ts'
import { counted, inOneGo } from './import-file.ts'

type Changes = Awaited<ReturnType<typeof importOwnAnalytes>>

/** Sets the analytes of tests: the lines of their reports. */
export const importAnalytesCommand: Command = {
  summary: 'Sets the lines of tests: what is measured, in which unit, and the usual intervals.',
  arguments: { 'analytes.csv': { means: 'a file with the columns of reference/analytes.csv' } },
  options: { preview: { means: 'yes: shows what it would change, and changes nothing', optional: true } },
  notes: [
    'Give every line of each test in the file: lines that are missing from it are no longer entered. Other tests stay as they are. Later versions of our catalogue keep your lines.',
    'A line that results use stays the same measurement. Another kind, unit or LOINC needs another position.',
    'The whole file is checked first. If anything is wrong, the command lists every problem and changes nothing.',
  ].join('\n'),
  async run({ db, readFile, print }, typed) {
    const preview = typed.option('preview')
    if (preview !== undefined && preview !== 'yes')
      throw new WrongUse(`--preview is "${preview}"; give yes, or leave it out.`)
    const text = readFile(needed(typed, 0))
    const problems: string[] = []
    const tests = (await allTests(db)).filter(({ kind }) => kind === 'test')
    const lines = readAnalyteSheet({ text }, tests, problems)
    refuseProblems(problems)
    const changes = preview ? await previewed(db, lines) : await made(db, lines)
    for (const { testCode, added, changed, resting } of changes)
      print(`${testCode}: ${added} new, ${changed} changed, ${resting} no more.`)
    const words = `${counted(lines.length, 'line')} of ${counted(changes.length, 'test')}`
    print(preview ? `Nothing was changed. The file has ${words}.` : `Imported ${words}.`)
  },
}

async function made(
  db: Db,
  lines: readonly AnalyteInput[],
  look?: (changes: Changes) => void,
): Promise<Changes> {
  return await inOneGo(db, async (tx) => {
    const problems: string[] = []
    const changes = await importOwnAnalytes(tx, lines, problems)
    refuseProblems(problems)
    look?.(changes)
    return changes
  })
}

/** Returns what the import would change: applies it, reads the changes and rolls back. */
async function previewed(db: Db, lines: readonly AnalyteInput[]): Promise<Changes> {
  let seen: Changes = []
  const undo = new Error('only looked at')
  await made(db, lines, (changes) => {
    seen = changes
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return seen
}

import { testsFile } from '../../../reference/load.ts'
import { checkTestNames, importTests, readTestSheet } from '../catalogue/index.ts'
import { refuseProblems } from '../platform/sheet.ts'
import type { Command } from './command.ts'
import { counted, inOneGo } from './import-file.ts'

/** Adds tests to the catalogue, and updates those that are there. */
export const importCatalogueCommand: Command = {
  summary: 'Adds tests to the catalogue, and updates those whose code is there.',
  arguments: {
    'tests.csv': {
      means: 'a file with the columns of reference/tests.csv; left out, that very file',
      optional: true,
    },
  },
  notes:
    'The whole file is checked first: where anything is wrong, everything wrong is listed and nothing is changed.',
  async run({ db, readFile, print }, typed) {
    const problems: string[] = []
    const tests = readTestSheet({ text: readFile(typed.argument(0) ?? testsFile) }, problems)
    refuseProblems(problems)
    await inOneGo(db, async (tx) => {
      await checkTestNames(tx, tests, problems)
      refuseProblems(problems)
      await importTests(tx, tests)
    })
    print(`Imported ${counted(tests.length, 'test')}.`)
  },
}

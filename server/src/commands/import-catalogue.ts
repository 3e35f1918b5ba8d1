import { testsFile } from '../../../reference/load.ts'
import { refuseProblems } from '../infra/files/spreadsheet.ts'
import { checkTestNames, importTests, readTestSheet } from '../modules/catalogue/index.ts'
import { type SaidSensitive, saySensitive } from '../modules/results/index.ts'
import type { Command } from './command.ts'
import { counted, inOneGo } from './import-file.ts'

/** Adds tests to the catalogue, and updates existing ones. */
export const importCatalogueCommand: Command = {
  summary: 'Adds tests to the catalogue, and updates those whose code already exists.',
  arguments: {
    'tests.csv': {
      means: 'a file with the columns of reference/tests.csv; without it, that file itself',
      optional: true,
    },
  },
  notes: [
    'An extra column, sensitive, can say why only the patient reads a result, such as HIV. Write no if others may. An empty cell changes nothing.',
    'Beside a reason, a column counselling can say yes or no: if someone must talk to the patient before the result is released.',
    'The whole file is checked first. If anything is wrong, the command lists every problem and changes nothing.',
  ].join('\n'),
  async run({ db, clock, readFile, print }, typed) {
    const problems: string[] = []
    const tests = readTestSheet({ text: readFile(typed.argument(0) ?? testsFile) }, problems)
    refuseProblems(problems)
    await inOneGo(db, async (tx) => {
      await checkTestNames(tx, tests, problems)
      refuseProblems(problems)
      await importTests(tx, tests)
      await saySensitive(tx, said(tests), clock.now())
    })
    print(`Imported ${counted(tests.length, 'test')}.`)
  },
}

/** The tests for which the file says whether they are sensitive, and why. */
function said(tests: ReturnType<typeof readTestSheet>): SaidSensitive[] {
  return tests.flatMap(({ code: testCode, sensitive, counselling }) =>
    sensitive === undefined ? [] : [{ testCode, because: sensitive, counselling }],
  )
}

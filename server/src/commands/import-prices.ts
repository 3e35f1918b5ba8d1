import { refuseProblems } from '../infra/files/spreadsheet.ts'
import { importPrices, readPriceSheet, resolvePrices } from '../modules/catalogue/index.ts'
import { type Command, needed } from './command.ts'
import { counted, inOneGo } from './import-file.ts'

/** Sets the prices of tests at labs. */
export const importPricesCommand: Command = {
  summary: 'Sets what tests cost at labs. A lab offers a test that has a price.',
  arguments: { 'prices.csv': { means: 'a file with the columns lab_slug, test_code, price_ngn' } },
  notes: [
    'Prices are whole naira. A price of 0 removes the test from the lab’s list. Prices that are not in the file stay.',
    'The whole file is checked first. If anything is wrong, the command lists every problem and changes nothing.',
  ].join('\n'),
  async run({ db, clock, readFile, print }, typed) {
    const problems: string[] = []
    const lines = readPriceSheet({ text: readFile(needed(typed, 0)) }, problems)
    const labs = await inOneGo(db, async (tx) => {
      const prices = await resolvePrices(tx, lines, problems)
      refuseProblems(problems)
      await importPrices(tx, prices, clock.now())
      return new Set(prices.map(({ labId }) => labId)).size
    })
    print(`Imported ${counted(lines.length, 'price')} of ${counted(labs, 'lab')}.`)
  },
}

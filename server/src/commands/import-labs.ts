import { basename } from 'node:path'
import { lagosDate } from '@labalaba/contract'
import { refuseProblems } from '../infra/files/spreadsheet.ts'
import {
  checkLabNames,
  departmentNames,
  hasDemoLabs,
  importLabs,
  readLabSheets,
} from '../modules/labs/index.ts'
import { type Command, needed } from './command.ts'
import { counted, inOneGo } from './import-file.ts'

/** Adds labs with their locations, and updates existing ones. */
export const importLabsCommand: Command = {
  summary: 'Adds labs with their locations, and updates those whose slug already exists.',
  arguments: {
    'labs.csv': { means: 'a file with the columns of demo/labs.csv' },
    'locations.csv': { means: 'a file with the columns of demo/locations.csv: every location of those labs' },
  },
  notes: [
    'Give the last day of a registration as registration_expires_on, YYYY-MM-DD. price_factor may be left out.',
    'A location can have a collection_fee_ngn of its own. A location that is no longer in the file takes no more bookings.',
    'Patients see a lab when it has prices: see import-prices.',
    'If the database holds a demonstration, the labs become part of it. A real install has a database of its own.',
    'Both files are checked first. If anything is wrong, the command lists every problem and changes nothing.',
  ].join('\n'),
  async run({ db, clock, readFile, print }, typed) {
    const [labsSheet, locationsSheet] = [
      sheetOf(needed(typed, 0), readFile),
      sheetOf(needed(typed, 1), readFile),
    ]
    const around = { departments: await departmentNames(db), today: lagosDate(clock.now()) }
    const problems: string[] = []
    const labs = readLabSheets(labsSheet, locationsSheet, around, problems)
    const demo = await hasDemoLabs(db)
    await inOneGo(db, async (tx) => {
      await checkLabNames(tx, labs, labsSheet.name, problems)
      refuseProblems(problems)
      await importLabs(tx, labs, { demo, at: clock.now() })
    })
    const locations = labs.reduce((total, lab) => total + lab.locations.length, 0)
    const into = demo ? ' into the demonstration that is in this database' : ''
    print(`Imported ${counted(labs.length, 'lab')} with ${counted(locations, 'location')}${into}.`)
  },
}

function sheetOf(path: string, readFile: (path: string) => string): { text: string; name: string } {
  return { text: readFile(path), name: basename(path) }
}

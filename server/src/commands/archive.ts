import { archiveBefore, auditCheckOf, checkArchives } from '../modules/audit/index.ts'
import { type Command, CommandFailed, needed, neededOption, WrongUse } from './command.ts'
import { counted } from './import-file.ts'

/** Fewer months than this stay in the database in no install: pages and checks read them. */
const fewest = 12

/** Moves old months of the tables that only grow to files, and drops them from the database. */
export const archiveCommand: Command = {
  summary: 'Moves old months of history, notices and webhooks to files, and drops them from the database.',
  arguments: { folder: { means: 'the folder for the files; the same one each time' } },
  options: { keep: { means: `how many whole months stay in the database, ${fewest} or more` } },
  notes:
    'Without this command all months stay. Old orders then show no history, and old readings no reader. It can end anywhere and be run again. Keep the files with the backups: check-archive needs them.',
  async run({ db, clock, config, print, pathOf }, typed) {
    const keep = Number(neededOption(typed, 'keep'))
    if (!Number.isInteger(keep) || keep < fewest)
      throw new WrongUse(`--keep takes a number from ${fewest} on.`)
    const { keys } = await auditCheckOf(db, config)
    const folder = pathOf(needed(typed, 0))
    const until = monthsBefore(clock.now(), keep)
    const archiving = { db, clock, keys, folder, report: print }
    const count = await archiveBefore(archiving, until).catch((error: unknown) => {
      throw new CommandFailed(`${error instanceof Error ? error.message : String(error)}. Run it again.`)
    })
    print(count === 0 ? 'Nothing is old enough.' : `${counted(count, 'partition')} moved to ${folder}.`)
  },
}

/** Checks the files that `archive` has written. It only reads. */
export const checkArchiveCommand: Command = {
  summary: 'Checks that the files of archived months are unchanged and fit the chain of history.',
  arguments: { folder: { means: 'the folder with the files' } },
  async run({ db, config, print, pathOf }, typed) {
    const { keys } = await auditCheckOf(db, config)
    const folder = pathOf(needed(typed, 0))
    const { rows, findings } = await checkArchives(db, keys, folder)
    if (findings.length > 0) throw new CommandFailed(findings.slice(0, 100).join('\n'))
    print(`${counted(rows, 'row')} in archives are as they were written, and fit the chain.`)
  },
}

/** The start of the month in Lagos that is this many months before the month of a time. Lagos is always an hour ahead. */
function monthsBefore(at: Date, months: number): Date {
  const lagos = new Date(at.getTime() + 3_600_000)
  return new Date(Date.UTC(lagos.getUTCFullYear(), lagos.getUTCMonth() - months, 1) - 3_600_000)
}

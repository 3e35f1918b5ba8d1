import { openConfiguredFiles } from '../infra/files/store/configured-files.ts'
import { moveFiles } from '../infra/files/store/move-files.ts'
import { countFiles, type Place } from '../infra/files/store/repository.ts'
import { DomainError } from '../infra/http/domain-error.ts'
import { openLog } from '../infra/observability/log.ts'
import { type Command, CommandFailed } from './command.ts'
import { counted } from './import-file.ts'

const places: readonly Place[] = ['database', 'folder', 's3']

/** Moves every file to the place of `FILES`. It can be interrupted and run again. */
export const moveFilesCommand: Command = {
  summary: 'Moves all photos and PDFs to the place that FILES names: the folder or S3.',
  notes:
    'Keep the settings of the place that the files leave until this has ended. The site stays open. If it is interrupted, run it again. Each file is compared with its hash before and after. What the files leave is deleted 30 days later, for a restore to a state before.',
  async run({ db, config, print }) {
    const files = await openConfiguredFiles(config, db, openLog('silent'))
    const damaged: string[] = []
    for (const from of places.filter((place) => place !== files.place)) {
      const report = (moved: number) => print(`Moved from ${from} to ${files.place}: ${moved}`)
      damaged.push(...(await answering(() => moveFiles({ db, files }, from, undefined, report))).damaged)
    }
    const counts = Object.entries(await countFiles(db)).map(([place, count]) => `${place} ${count}`)
    print(`Files by place: ${counts.join(', ') || 'none'}.`)
    if (damaged.length > 0)
      throw new CommandFailed(
        `${counted(damaged.length, 'file')} could not be moved: missing, or not what was stored. Run check-files.`,
      )
  },
}

async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'files_unavailable') throw error
    throw new CommandFailed(
      'A place of files does not answer. What was moved stays so. Run move-files again later.',
    )
  }
}

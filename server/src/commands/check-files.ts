import { checkFiles } from '../infra/files/store/check-files.ts'
import { openConfiguredFiles } from '../infra/files/store/configured-files.ts'
import { openLog } from '../infra/observability/log.ts'
import { type Command, CommandFailed } from './command.ts'
import { ownerOf } from './file-owners.ts'
import { counted } from './import-file.ts'

const words = {
  damaged: 'missing, or not what was stored',
  unavailable: 'its place does not answer',
} as const

/** Reads every file and compares it with its hash. */
export const checkFilesCommand: Command = {
  summary:
    'Reads every photo and PDF and compares it with its hash. Lists those that are missing or damaged.',
  notes: 'Run it after a restore. It changes nothing.',
  async run({ db, config, print }) {
    const checking = checkFiles(db, await openConfiguredFiles(config, db, openLog('silent')))
    let bad = 0
    let next = await checking.next()
    for (; !next.done; next = await checking.next()) {
      const { id, place, problem } = next.value
      bad += 1
      print(`${id}  ${place}  ${words[problem]}  (${await ownerOf(db, id)})`)
    }
    if (bad > 0) throw new CommandFailed(`${bad} of ${counted(next.value, 'file')} cannot be read.`)
    print(`${counted(next.value, 'file')}: each is as it was stored.`)
  },
}

import { recordBackup } from '../infra/db/copy/backup-checks.ts'
import { CopyFailed } from '../infra/db/copy/copies.ts'
import { copyDatabase, type MadeCopy } from '../infra/db/copy/copy-database.ts'
import { type Command, CommandFailed, type Parts } from './command.ts'

/** Copies the embedded database while it runs. */
export const copyDatabaseCommand: Command = {
  summary: 'Copies the embedded database while it runs, with the uploaded files.',
  arguments: {
    folder: {
      means: 'where the copy goes, as a folder of its own; by default COPIES_FOLDER',
      optional: true,
    },
  },
  notes: 'A PostgreSQL that you run is backed up with its own tools: see docs/operations/backups.md.',
  takesAnyLayout: true,
  async run(parts, typed) {
    const given = typed.argument(0)
    const made = await copyInto(parts, given ? parts.pathOf(given) : parts.config.copies.folder)
    if (!given) await recordBackup(parts.db, 'copy', { at: parts.clock.now(), failure: null })
    parts.print(
      `The database was copied to ${made.path} (${Math.ceil(made.bytes / 1e6)} MB), and the copy was compared with what was read.`,
    )
  },
}

async function copyInto({ config, clock }: Parts, folder: string): Promise<MadeCopy> {
  const { databaseOwnerUrl, databaseUrl, dataDir, copies } = config
  const kept = copies.kept === 0 ? Number.POSITIVE_INFINITY : copies.kept
  try {
    return await copyDatabase({
      ...{ ownerUrl: databaseOwnerUrl ?? databaseUrl, dataDir, folder, kept, now: clock.now() },
    })
  } catch (error) {
    if (error instanceof CopyFailed) throw new CommandFailed(error.message, { cause: error })
    throw error
  }
}

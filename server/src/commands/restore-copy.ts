import { type Command, CommandFailed } from './command.ts'

/**
 * Restores the embedded database from a copy. The embedded database must be stopped for that, so `scripts/labalaba.ts` does
 * it before any command; this one is reached only with another database.
 */
export const restoreCopyCommand: Command = {
  summary: 'Restores the embedded database from a copy. Stop the site first; run after-restore next.',
  arguments: { copy: { means: 'the folder of the copy, such as data/copies/copy-2026-11-28T02-00-00Z' } },
  notes:
    'The present database is put aside, never deleted. If anything fails, it stays as it is. Afterwards, run after-restore.',
  takesAnyLayout: true,
  async run() {
    throw new CommandFailed(
      'DATABASE_URL is set, and restore-copy is for the embedded database only. Restore a PostgreSQL that you run with its own tools: see docs/operations/backups.md.',
    )
  },
}

import { once } from 'node:events'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { loadReference } from '../../../reference/load.ts'
import { systemClock } from '../infra/clock.ts'
import { ConfigError, type Environment, readConfig } from '../infra/config/config.ts'
import { OtherLayout } from '../infra/db/layout.ts'
import { listMigrations, type Migration } from '../infra/db/migrations.ts'
import { openPool } from '../infra/db/pool.ts'
import { prepareDatabase } from '../infra/db/prepare-database.ts'
import { MigrationBlocked } from '../infra/db/run-migration.ts'
import { SheetProblems } from '../infra/files/spreadsheet.ts'
import { DomainError } from '../infra/http/domain-error.ts'
import type { Tables } from '../tables.ts'
import { type Command, CommandFailed, type Typed, WrongUse } from './command.ts'
import { type Commands, readCommandLine } from './command-line.ts'

/** Where a command writes its output. */
export type Screen = { readonly print: (line: string) => void; readonly complain: (line: string) => void }

/** Runs a command line and returns the exit code: 0 done, 1 failed, 2 typed wrongly. Only tests pass other migrations. */
export async function runCommandLine(
  commands: Commands,
  words: readonly string[],
  env: Environment,
  screen: Screen,
  migrations: readonly Migration[] = listMigrations(),
): Promise<number> {
  try {
    const asked = readCommandLine(commands, words)
    if ('help' in asked) screen.print(asked.help)
    else await runOnDatabase(asked.command, asked.typed, env, { ...screen, migrations })
    return 0
  } catch (error) {
    screen.complain(wordsFor(error))
    return error instanceof WrongUse ? 2 : 1
  }
}

async function runOnDatabase(
  command: Command,
  typed: Typed,
  env: Environment,
  { print, migrations }: Screen & { readonly migrations: readonly Migration[] },
): Promise<void> {
  const config = readConfig(env)
  const base = env.INIT_CWD ?? process.cwd()
  const loads = !command.takesAnyLayout && !(await prepareDatabase(config, migrations)).isNewer
  const pool = openPool<Tables>(config.databaseOwnerUrl ?? config.databaseUrl, 2)
  try {
    if (loads) await loadReference(pool.db)
    const pathOf = (path: string) => resolve(base, path)
    const readFile = (path: string) => readText(pathOf(path))
    const writeFile = (path: string, text: string) => writeText(pathOf(path), text)
    const readLines = (path: string) => linesOf(pathOf(path))
    const parts = {
      db: pool.db,
      config,
      clock: systemClock,
      readFile,
      readLines,
      pathOf,
      writeFile,
      print,
      migrations,
    }
    await command.run(parts, typed)
  } finally {
    await pool.close()
  }
}

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text; save it as CSV UTF-8' : String(error)
    throw new CommandFailed(`${path} cannot be read: ${why}`, { cause: error })
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    const input = createReadStream(path)
    // Awaited separately: an error before the first line would otherwise end the program.
    await once(input, 'open')
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new CommandFailed(`${path} cannot be read: ${String(error)}`, { cause: error })
  }
}

/** Whether it is the file's own error, not one from the use of its lines. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && ['open', 'read'].includes(String(error.syscall))
}

function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new CommandFailed(`${path} cannot be written: ${String(error)}`, { cause: error })
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof SheetProblems) {
    const count = error.problems.length
    return `${error.message}\n\n${count === 1 ? '1 problem' : `${count} problems`}. Nothing was changed.`
  }
  const foreseen = [WrongUse, CommandFailed, ConfigError, OtherLayout, MigrationBlocked, DomainError].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error) return foreseen ? error.message : unreachable(error)
  return String(error)
}

/** An unreachable database is an expected error too. Anything else is a bug, reported with its stack. */
function unreachable(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (code === '42501')
    return `The login may not do that in the database (${error.message}). Give the owner of the tables in DATABASE_OWNER_URL.`
  const away = /^(ECONN\w+|ENOTFOUND|CONNECTION_\w+|28P01|3D000)$/.test(code)
  return away ? `The database of DATABASE_URL cannot be reached (${code}).` : (error.stack ?? error.message)
}

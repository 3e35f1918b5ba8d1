import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { CopyFailed } from '../server/src/infra/db/copy/copies.ts'
import { DataFolderTaken, takeDataFolder } from './data-folder.ts'
import { restoreCopy } from './recovery/restore-copy.ts'
import { type House, loadEnvFile, readHouse, root } from './runtime.ts'
import { withDatabase } from './with-database.ts'

/** The operator's command line needs a database: the configured one, the running one, or a temporary one. */
loadEnvFile()
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.exitCode = await run(await readHouse(process.env), process.argv.slice(2))

async function run(house: House, words: readonly string[]): Promise<number> {
  const [command, copy, ...rest] = words
  // It needs the database stopped. Without exactly one folder, the command line explains the command.
  const restores = command === 'restore-copy' && copy && !copy.startsWith('-') && rest.length === 0
  try {
    if (house.ownPostgres && restores) return await restore(house, resolve(house.env.INIT_CWD ?? '', copy))
    return await withDatabase(house, (url) => runCommand(house, words, url))
  } catch (error) {
    if (!(error instanceof DataFolderTaken || error instanceof CopyFailed)) throw error
    console.error(error.message)
    return 1
  }
}

/** Restores the embedded database from a copy. */
async function restore(house: House, copy: string): Promise<number> {
  const folder = takeDataFolder(house.dataDir)
  try {
    const { aside, madeAt, uploads } = await restoreCopy(folder, copy, new Date())
    console.log(
      [
        `The database is now as it was at ${madeAt}.`,
        ...(uploads > 0 ? [`Uploaded files that were missing and are back: ${uploads}.`] : []),
        ...(aside ? [`The database from before is in ${aside}. Delete it when you no longer need it.`] : []),
        'Now run `npm run labalaba -- after-restore`, then start: until then, the site does not start.',
      ].join('\n'),
    )
    return 0
  } finally {
    folder.release()
  }
}

async function runCommand(house: House, words: readonly string[], url?: string): Promise<number> {
  const program = ['--disable-warning=ExperimentalWarning', join(root, 'server/src/cli.ts'), ...words]
  const env = { ...house.env, DATABASE_URL: url }
  const child = spawn(process.execPath, program, { env, stdio: 'inherit', cwd: root })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

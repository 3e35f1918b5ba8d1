import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DataFolderTaken, takeDataFolder } from './data-folder.ts'
import { runningPostgres, startPostgres } from './postgres.ts'
import { type House, loadEnvFile, readHouse, root } from './runtime.ts'

/** The operator's command line needs a database: the configured one, the running one, or a temporary one. */
loadEnvFile()
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.exitCode = await withDatabase(await readHouse(process.env), runCommand)

async function withDatabase(
  house: House,
  use: (house: House, url?: string) => Promise<number>,
): Promise<number> {
  if (!house.ownPostgres) return use(house, house.env.DATABASE_URL)
  try {
    const folder = takeDataFolder(house.dataDir)
    const postgres = await startPostgres({ folder })
    try {
      return await use(house, postgres.url)
    } finally {
      await postgres.stop()
      folder.release()
    }
  } catch (error) {
    if (!(error instanceof DataFolderTaken)) throw error
    const url = runningPostgres(house.dataDir)
    if (url) return use(house, url)
    console.error(error.message)
    return 1
  }
}

async function runCommand(house: House, url?: string): Promise<number> {
  const words = [
    '--disable-warning=ExperimentalWarning',
    join(root, 'server/src/cli.ts'),
    ...process.argv.slice(2),
  ]
  const env = { ...house.env, DATABASE_URL: url }
  const child = spawn(process.execPath, words, { env, stdio: 'inherit', cwd: root })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

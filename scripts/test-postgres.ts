import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { DataFolderTaken, takeDataFolder } from './data-folder.ts'
import { startPostgres } from './postgres.ts'
import { openLogins } from './postgres-logins.ts'
import { root } from './runtime.ts'
import { buildWeb } from './web-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of an empty PostgreSQL that exists only for this test run. */
    postgresUrl: string
    /** The same for the logins of the site and the worker. All tests share them, and none changes their passwords. */
    applicationUrl: string
    workerUrl: string
  }
}

const prefix = 'labalaba-test-'

/** Vitest calls this once for the whole run of the `db` tests, and the returned function at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  deleteKilledRuns()
  // Tests start whole servers, which refuse to serve without pages. Those of an earlier build will do.
  if (!existsSync(join(root, 'web/dist/app.html'))) await buildWeb()
  const path = mkdtempSync(join(tmpdir(), prefix))
  const folder = takeDataFolder(path)
  const postgres = await startPostgres({ folder, maxConnections: 200, throwaway: true })
  const logins = await openLogins(postgres.url, path)
  project.provide('postgresUrl', logins.owner)
  project.provide('applicationUrl', logins.application)
  project.provide('workerUrl', logins.worker)
  return async () => {
    await postgres.stop()
    folder.release()
    rmSync(path, { recursive: true, force: true })
  }
}

/** Deletes the folders of killed runs: not locked by a process, and too old to be from a run that is starting. */
function deleteKilledRuns(): void {
  const hourAgo = Date.now() - 3_600_000
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const path = join(tmpdir(), name)
    try {
      if (statSync(path).mtimeMs > hourAgo) continue
      takeDataFolder(path).release()
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      // In use by another run, or already deleted: leave it.
      if (!(error instanceof DataFolderTaken || (error instanceof Error && 'code' in error))) throw error
    }
  }
}

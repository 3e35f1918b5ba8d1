import { readConfig } from '../server/src/infra/config/config.ts'
import { recordDrill } from '../server/src/restored-database.ts'
import { DataFolderTaken } from './data-folder.ts'
import { type DrillReport, runDrill } from './recovery/drill.ts'
import { loadEnvFile, readHouse } from './runtime.ts'
import { withDatabase } from './with-database.ts'

/** `npm run drill`: tries a restore of the latest backup, reports it, and records it. Exits with 1 unless it is good. */
loadEnvFile()
const ending = new AbortController()
process.on('SIGINT', () => ending.abort()).on('SIGTERM', () => ending.abort())
const house = await readHouse(process.env)
try {
  process.exitCode = await withDatabase(house, drill)
} catch (error) {
  const foreseen =
    error instanceof DataFolderTaken || (error instanceof Error && error.name === 'ConfigError')
  console.error(foreseen ? error.message : error)
  process.exitCode = 1
}

async function drill(url: string | undefined): Promise<number> {
  const config = readConfig({ ...house.env, DATABASE_URL: url })
  const report = await runDrill(config, config.databaseUrl, ending.signal)
  console.log(tableOf(report))
  console.log(JSON.stringify(report))
  // One that was ended by hand says nothing about the backups.
  if (!ending.signal.aborted) await record(config.databaseUrl, report)
  return report.outcome === 'good' ? 0 : 1
}

async function record(url: string, { at, problems, rpoSeconds, rtoSeconds }: DrillReport): Promise<void> {
  const outcome =
    problems.length > 0
      ? { failure: problems.join('; ') }
      : { failure: null, rpoSeconds: rpoSeconds ?? 0, rtoSeconds: rtoSeconds ?? 0 }
  await recordDrill(url, { at: new Date(at), ...outcome })
}

function tableOf(report: DrillReport): string {
  const seconds = (value: number | null) => (value === null ? 'not reached' : `${value} s`)
  const rows = [
    ['backup', report.backup ?? 'none'],
    ['changes that would be lost (RPO)', seconds(report.rpoSeconds)],
    ['until the database answers (RTO)', seconds(report.rtoSeconds)],
    ['  of it, restore', seconds(report.restoreSeconds)],
    ['  of it, recovery', seconds(report.recoverySeconds)],
    [
      'invariants',
      report.invariantsSeconds === null
        ? 'not reached'
        : `${report.broken.length} broken, ${report.invariantsSeconds} s`,
    ],
  ] as const
  const longest = Math.max(...rows.map(([name]) => name.length))
  return [
    `Drill of a restore: ${report.outcome}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(longest)}  ${value}`),
    ...[...report.problems, ...report.broken].map((line) => `  ! ${line}`),
  ].join('\n')
}

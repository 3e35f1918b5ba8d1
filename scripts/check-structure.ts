import { listMigrations } from '../server/src/infra/db/migrations.ts'
import { root } from './runtime.ts'
import { checkContent } from './structure/content.ts'
import { checkCopy } from './structure/copy.ts'
import { checkDirection } from './structure/direction.ts'
import { checkMigrations } from './structure/migrations.ts'
import { checkNames } from './structure/names.ts'
import { checkSizes } from './structure/size.ts'
import { type Finding, readSources } from './structure/source.ts'

/** Everything below `folder` that breaks the rules of docs and of the table in structure/table.ts. */
export function checkStructure(folder: string): Finding[] {
  const sources = readSources(folder)
  return [checkDirection, checkNames, checkContent, checkSizes, checkCopy].flatMap((check) => check(sources))
}

if (process.argv[1] === import.meta.filename) {
  const findings = [...checkStructure(root), ...checkMigrations(listMigrations())]
  for (const { level, path, line, text } of findings) {
    console.log(`${path}:${line}: ${level === 'warn' ? 'warning: ' : ''}${text}`)
  }
  process.exitCode = findings.some(({ level }) => level === 'fail') ? 1 : 0
}

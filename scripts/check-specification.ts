import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.ts'

/** The table of all requirements, relative to the root. */
const table = 'docs/specification.md'

/** With fewer rows than this, a part of the specification is missing. */
const fewestRows = 200

type Row = { line: number; id: string; statement: string; proofs: string[] }

/** The faults of the specification table, each with its line. Empty if every row has its test. */
export function checkSpecification(folder: string, fewest = fewestRows): string[] {
  const place = join(folder, table)
  if (!existsSync(place)) return [`${table} is not there`]
  const rows = readRows(readFileSync(place, 'utf8'))
  const names = testNames(folder)
  const wrong = rows.flatMap((row) =>
    faultsOf(row, names).map((fault) => `${table}:${row.line}: ${row.id} ${fault}`),
  )
  const seen = new Set<string>()
  for (const { id, line } of rows) {
    if (seen.has(id)) wrong.push(`${table}:${line}: ${id} stands there twice`)
    seen.add(id)
  }
  if (rows.length < fewest) wrong.push(`${table} has ${rows.length} rows, and has to have ${fewest} at least`)
  return wrong
}

function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line, at) => {
    if (!line.startsWith('|') || /^\| (id|-+) /.test(line)) return []
    const [id = '', , statement = '', proof = ''] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    const proofs = proof.split('<br>').map((one) => one.trim())
    return [{ line: at + 1, id, statement, proofs: proofs.filter((one) => one !== '') }]
  })
}

function faultsOf({ id, statement, proofs }: Row, names: (file: string) => Set<string> | null): string[] {
  const faults = /^(S\d|D)-\d{3}$/.test(id) ? [] : ['is no number of a statement']
  if (statement === '') faults.push('says nothing')
  if (proofs.length === 0) faults.push('has no proof')
  for (const proof of proofs) {
    const [file = '', name = ''] = proof.split(/ › (.*)/)
    const known = names(file)
    if (!known) faults.push(`names ${file}, which is not there`)
    else if (!known.has(name)) faults.push(`names a test “${name}”, which is not in ${file}`)
  }
  return faults
}

/** A test, a step of one, or the name of a table of tests. Skipped tests and todos prove nothing. */
const called = /(?:\b(?:test|it)((?:\.\w+)*)|\))\s*\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2\s*,/gs
const noProof = /\.(describe|skip|fixme|todo|fails?|only)\b/

/** Reads each file once. Returns the names of its tests, or null if there is no such file. */
function testNames(folder: string): (file: string) => Set<string> | null {
  const read = new Map<string, Set<string> | null>()
  return (file) => {
    const before = read.get(file)
    if (before !== undefined) return before
    const there = /\.(test|spec)\.tsx?$/.test(file) && existsSync(join(folder, file))
    const names = there ? namesIn(readFileSync(join(folder, file), 'utf8')) : null
    read.set(file, names)
    return names
  }
}

function namesIn(code: string): Set<string> {
  const all = [...code.matchAll(called)].filter(([, how = '']) => !noProof.test(how))
  return new Set(all.map(([, , quote = '', name = '']) => name.replaceAll(`\\${quote}`, quote)))
}

if (process.argv[1] === import.meta.filename) {
  const wrong = checkSpecification(root)
  for (const one of wrong) console.log(one)
  process.exitCode = wrong.length > 0 ? 1 : 0
}

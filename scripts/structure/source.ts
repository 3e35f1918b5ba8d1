import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** One import of a file: its target, its line, and whether it exists only as a type. */
export type Import = { readonly target: string; readonly line: number; readonly typeOnly: boolean }

/** A source file. `path` is relative to the root, with slashes; `code` has its comments replaced by blanks. */
export type Source = {
  readonly path: string
  readonly code: string
  readonly isTest: boolean
  readonly imports: readonly Import[]
}

/** A fault (`fail`) or something that grows too big (`warn`), with its place and what to do about it. */
export type Finding = {
  readonly level: 'warn' | 'fail'
  readonly path: string
  readonly line: number
  readonly text: string
}

const patterns = [
  '{contract,server,web,paystack-simulator,reference,demo,scripts,e2e,bench}/**/*.{ts,tsx,mjs}',
  '*.{ts,mjs}',
]
const notOurs = /(^|\/)(node_modules|dist|data)\//

/** Reads every source file below `root`. */
export function readSources(root: string): Source[] {
  const paths = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: (path) => isApart(path) }),
  )
  const ours = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !notOurs.test(path))
  return ours.toSorted().map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

function isApart(path: string): boolean {
  return /(^|[\\/])(node_modules|dist)$/.test(path)
}

function readSource(path: string, text: string): Source {
  const code = blankComments(text)
  const isTest = /\.(test|spec)\.tsx?$/.test(path)
  return { path, code, isTest, imports: [...readImports(path, code)] }
}

/** Line numbers stay the same. A comment starts after a space or at a line's start, as the formatter writes it. */
function blankComments(text: string): string {
  return text
    .replace(/(^|[\s;{(,])\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1')
}

const names = String.raw`(?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?|[\w$]+)`
const fixed = new RegExp(
  String.raw`^[ \t]*(?:import|export)\s+(type\s+)?(?:${names}\s+from\s+)?['"]([^'"\n]+)['"]`,
  'gm',
)
const late = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

function* readImports(path: string, code: string): Generator<Import> {
  for (const match of code.matchAll(fixed)) {
    const target = resolveTarget(path, match[2] ?? '')
    if (target) yield { target, line: lineAt(code, match.index), typeOnly: match[1] !== undefined }
  }
  for (const match of code.matchAll(late)) {
    const target = resolveTarget(path, match[1] ?? '')
    if (target) yield { target, line: lineAt(code, match.index), typeOnly: false }
  }
}

/** The path of an import relative to the root, or undefined if it is not ours. */
function resolveTarget(from: string, wanted: string): string | undefined {
  if (wanted.startsWith('.')) return posix.normalize(posix.join(dirname(from), wanted))
  const workspace = wanted.match(/^@labalaba\/([^/]+)/)?.[1]
  return workspace && `${workspace}/src/index.ts`
}

/** The line number, from 1, of this position. Skips line breaks at the start of a match. */
export function lineAt(code: string, index: number): number {
  const start = index + (code.slice(index).match(/^\s*/)?.[0].length ?? 0)
  return code.slice(0, start).split('\n').length
}

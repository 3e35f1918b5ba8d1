import type { Finding, Import, Source } from './source.ts'
import { doors, type Place, places, usualDoor } from './table.ts'

/** Imports that break the table: upward, sideways, past a module's index, or in a cycle. */
export function checkDirection(sources: readonly Source[]): Finding[] {
  return [
    ...sources.flatMap((source) => source.imports.flatMap((one) => checkImport(source, one))),
    ...cycles(sources),
  ]
}

function checkImport(source: Source, { target, line }: Import): Finding[] {
  const from = placeOf(source.path)
  const to = placeOf(target)
  if (!from || !to) return []
  const fail = (text: string): Finding[] => [{ level: 'fail', path: source.path, line, text }]
  if (from !== to && !from.imports.includes(to.name) && !(source.isTest && testMay(from, to))) {
    return fail(`${from.name} imports ${target} (${to.name}). ${from.advice}`)
  }
  if (from.name === 'web features' && to === from && featureOf(source.path) !== featureOf(target)) {
    return fail(
      `The feature ${featureOf(source.path)} imports ${target}. Features never import each other: a page composes them.`,
    )
  }
  if (to.name === 'contract' && from !== to && target !== 'contract/src/index.ts') {
    return fail(`${target} is imported by its path. Write: from '@labalaba/contract'.`)
  }
  if (
    to.name.startsWith('module ') &&
    from !== to &&
    !source.isTest &&
    !(doors[from.name] ?? usualDoor).test(target)
  ) {
    return fail(
      `${target} is inside ${to.name}. Import its index.ts, and let that export what others may use.`,
    )
  }
  return []
}

/** A test may set up its data with the modules of the tests, and use stand-ins for external services. */
function testMay(from: Place, to: Place): boolean {
  if (from.name.startsWith('web ') || from.name === 'contract') return false
  return ['server test', 'simulator', 'scripts', 'compose', 'reference', 'demo'].includes(to.name)
}

function placeOf(path: string): Place | undefined {
  return places.find(({ match }) => match.test(path))
}

function featureOf(path: string): string | undefined {
  return path.match(/^web\/src\/features\/([^/]+)/)?.[1]
}

/** Files that import each other in a cycle at run time, each cycle once. */
function cycles(sources: readonly Source[]): Finding[] {
  const graph = new Map(
    sources.map((source) => [source.path, source.imports.filter(({ typeOnly }) => !typeOnly)]),
  )
  const done = new Set<string>()
  const found: Finding[] = []
  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const circle = [...trail.slice(start), path].join(' → ')
      const text = `Files import each other in a circle: ${circle}. Move what both need into a third file below them.`
      found.push({ level: 'fail', path, line: 1, text })
      return
    }
    if (done.has(path)) return
    for (const { target } of graph.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return found
}

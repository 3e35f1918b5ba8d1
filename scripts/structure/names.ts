import { basename, dirname } from 'node:path'
import type { Finding, Source } from './source.ts'
import { bannedNames, domainWords, modules, sizes } from './table.ts'

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Names with one fixed meaning. Other files of a module are named for their records, verb or service. */
const fixedNames = ['index', 'routes', 'policy', 'repository', 'present', 'jobs', 'events']

/** Files with a meaningless name, or not in the place that the vocabulary gives them. */
export function checkNames(sources: readonly Source[]): Finding[] {
  return [...sources.flatMap(checkPath), ...checkModules(sources)]
}

function checkPath({ path }: Source): Finding[] {
  const fail = (text: string): Finding => ({ level: 'fail', path, line: 1, text })
  const parts = path
    .split('/')
    .map((part) => part.replace(/(\.(test|spec|db\.test|config|d))?\.(ts|tsx|mjs)$/, ''))
  const found: Finding[] = []
  for (const part of parts) {
    if (!kebab.test(part))
      found.push(fail(`"${part}" is not kebab-case. Use small letters, with hyphens between words.`))
    const empty =
      part === 'service-area' ? undefined : part.split('-').find((word) => bannedNames.includes(word))
    if (empty)
      found.push(fail(`"${empty}" says nothing about what is inside. Name it for what it does or holds.`))
  }
  const domain =
    path.startsWith('web/src/components/') &&
    parts.flatMap((part) => part.split('-')).find((word) => domainWords.includes(word))
  if (domain)
    found.push(
      fail(`The design system knows no "${domain}". Move this to features/, or name it for its looks.`),
    )
  return found
}

function checkModules(sources: readonly Source[]): Finding[] {
  const folders = new Map<string, string[]>()
  for (const { path, isTest } of sources) {
    if (!/^server\/src\/modules\/[^/]+\/.+/.test(path) || isTest) continue
    folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), basename(path, '.ts')])
  }
  return [...folders].flatMap(([folder, files]) => checkModule(folder, files))
}

function checkModule(folder: string, files: readonly string[]): Finding[] {
  const name = folder.split('/')[3] ?? ''
  const fail = (text: string): Finding => ({ level: 'fail', path: folder, line: 1, text })
  if (!modules[name]) {
    return [
      fail(
        `${name} is no module of the table in scripts/structure/table.ts. Add it there with what it may call.`,
      ),
    ]
  }
  const found: Finding[] = []
  if (folder === `server/src/modules/${name}` && !files.includes('index')) {
    found.push(fail('The module has no index.ts, so no other module may use it. Add it.'))
  }
  if (files.length > sizes.filesInModule) {
    found.push(
      fail(`${files.length} files in one folder; ${sizes.filesInModule} is the most. Split it by noun.`),
    )
  }
  const wrong = files.filter((file) =>
    fixedNames.some((one) => file === `${one}s` || (file === one.replace(/s$/, '') && file !== one)),
  )
  for (const file of wrong)
    found.push(
      fail(`${file}.ts is nearly a word of the vocabulary (${fixedNames.join(', ')}). Use that word.`),
    )
  return found
}

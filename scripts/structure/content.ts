import { basename } from 'node:path'
import { type Finding, lineAt, type Source } from './source.ts'
import { readsEnvironment } from './table.ts'

const modulePath = /^server\/src\/modules\//
const pure = /^(([a-z0-9-]+-)?policy|[a-z0-9-]+-state-machine)\.ts$/
/** Files with the queries of a module. */
const queries = /^([a-z0-9-]+-)?repository\.ts$/

/** A pattern that must not occur in some files, and what to do instead. */
type Ban = {
  readonly where: (path: string) => boolean
  readonly pattern: RegExp
  readonly text: string | ((found: string) => string)
  readonly alsoInTests?: true
}

const inModule = (path: string) => modulePath.test(path)
const isPure = (path: string) =>
  pure.test(basename(path)) && (inModule(path) || path.startsWith('web/src/features/'))

const isServer = (path: string) => /^(server|demo|bench|reference)\//.test(path)

/** A word that docs/glossary.md has replaced and no file uses any more. Add one once its rename is done. */
function retired(pattern: RegExp, word: string): Ban {
  const text = (found: string) => `"${found}" has been replaced: write "${word}" (docs/glossary.md).`
  return { where: isServer, pattern, text, alsoInTests: true }
}

const bans: readonly Ban[] = [
  {
    where: (path) => inModule(path) && !queries.test(basename(path)),
    pattern: /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom)\(/g,
    text: 'SQL outside repository.ts. Move the query there, as a function named for its question.',
  },
  {
    where: isPure,
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(/g,
    text: 'A rule that reads the clock. Take `now` as an argument, so that the rule can be tried at any time.',
  },
  {
    where: isPure,
    pattern:
      /\bfrom\s+['"](kysely|postgres|node:(fs|http|net)[^'"]*|[^'"]*\/(db|[a-z-]*repository|pool)\.ts)['"]/g,
    text: 'A rule that can reach the database or the outside. Let the verb fetch, and hand the rule plain values.',
  },
  {
    where: (path) => inModule(path) && basename(path) === 'index.ts',
    pattern: /\bfunction\b|=>|^\s*(export\s+)?(const|let|class)\b/gm,
    text: 'Logic in the index of a module. index.ts only exports; move this into a file named for what it does.',
  },
  {
    where: (path) => !readsEnvironment.test(path),
    pattern: /\bprocess\.env\b|\bimport\.meta\.env\b/g,
    text: 'The environment is read here. One file reads it (infra/config/config.ts); be handed what you need.',
  },
  {
    // Playwright needs the default export of the file that starts its run, and Vitest that of its reporter.
    where: (path) => !/\.config\.ts$|^e2e\/(start-product|alarms)\.ts$|^scripts\/second-try\.ts$/.test(path),
    pattern: /^export\s+default\b/gm,
    text: 'A default export. Export it by name, so that it is called the same everywhere.',
    alsoInTests: true,
  },
  retired(/\bRefusal\b/g, 'DomainError'),
  retired(/\btakeTurn\b/g, 'acquireAdvisoryLock'),
  retired(/\bmayStand\b/g, 'disableIdleTimeout'),
  retired(/\bannounce\b/g, 'publish'),
  retired(/\bletGo\b/gi, 'onAccountDeleted'),
  retired(/\bViewer\b/g, 'Actor'),
  retired(/\b\w*[a-z]Moves\b/g, 'Transitions'),
  retired(/\b(account_|Account)?farewell\b/gi, 'deletion notice'),
  retired(/\bleavePlaceFor\b/g, 'withoutPermit'),
  retired(/\bhold(Active|Person|Keys|Consent|LiveConsent)\b/g, 'lock…'),
  retired(/\b(noteLook|looksOf)\b/g, 'recordListReading, readingsOf'),
  retired(/\b(GiverUp|giveUpOutstanding)\b/g, 'CancellingActor, cancelOutstanding'),
  retired(/\b(LeftOut|isLeftOut)\b/g, 'MissedSpecimen, isMissed'),
  retired(/\b(saidAt|heardAt)\b/g, 'reportedAt, receivedAt'),
  retired(/\b(PauseSaid|StandingVisit)\b/g, 'PauseDetails, VisitOutsideHours'),
  // The label of the metrics is `lane`: operators may use it.
  retired(/\b\w*Lanes?\b|\blanes\b/g, 'limiter'),
  retired(/\b\w*sweep\w*\b/gi, 'scheduled job'),
  retired(/(?<![.\w])every(?=\()/g, 'scheduledJob'),
]

/** Patterns in files that must not have them. */
export function checkContent(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, code, isTest }) =>
    bans
      .filter(({ where, alsoInTests }) => where(path) && (!isTest || alsoInTests))
      .flatMap(({ pattern, text }) =>
        [...code.matchAll(pattern)].map(
          ({ 0: found, index }): Finding => ({
            level: 'fail',
            path,
            line: lineAt(code, index),
            text: typeof text === 'string' ? text : text(found),
          }),
        ),
      ),
  )
}

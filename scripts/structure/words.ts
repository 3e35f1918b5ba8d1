import { type Finding, lineAt, type Source } from './source.ts'

const server = /^(server|demo|bench|reference)\//

/** Words that docs/glossary.md has replaced and no file uses any more. Add a word here once its rename is done. */
const retired: readonly { readonly word: RegExp; readonly use: string; readonly where: RegExp }[] = [
  { word: /\bRefusal\b/g, use: 'DomainError', where: server },
  { word: /\btakeTurn\b/g, use: 'acquireAdvisoryLock', where: server },
  { word: /\bmayStand\b/g, use: 'disableIdleTimeout', where: server },
  { word: /\bannounce\b/g, use: 'publish', where: server },
  { word: /\bletGo\b/gi, use: 'onAccountDeleted', where: server },
  { word: /\bViewer\b/g, use: 'Actor', where: server },
  { word: /\b\w*[a-z]Moves\b/g, use: 'Transitions', where: server },
  // The label of the metrics is `lane`, and the field of the log is `sweep`: operators may use both.
  { word: /\b\w*Lanes?\b|\blanes\b/g, use: 'limiter', where: server },
  { word: /\b\w*sweep\w*\b(?!: name)/gi, use: 'scheduled job', where: server },
  { word: /(?<![.\w])every(?=\()/g, use: 'scheduledJob', where: server },
]

/** Each use of a retired word, with its replacement. */
export function checkWords(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, code }) =>
    retired
      .filter(({ where }) => where.test(path))
      .flatMap(({ word, use }) =>
        [...code.matchAll(word)].map(
          (match): Finding => ({
            level: 'fail',
            path,
            line: lineAt(code, match.index),
            text: `"${match[0]}" has been replaced: write "${use}" (docs/glossary.md).`,
          }),
        ),
      ),
  )
}

import type { Db } from '../../../db.ts'
import { type InArchives, readArchives } from '../archive/check.ts'
import { readAllContents, readUncovered } from './history-repository.ts'
import type { AuditKeys } from './keys.ts'
import { type Content, isSame, macOf, nothingBefore, restarted, sealOf } from './link.ts'
import * as repository from './repository.ts'

/** How many links are read at a time. */
const page = 1_000
/** The walk stops once it has this many findings. */
const most = 100

/** The result of a walk over the chain: where it ended, and the findings in words. */
export type Walked = { readonly position: number; readonly mac: Buffer; readonly findings: readonly string[] }

/**
 * Walks the chain from a position to its end and compares each link with the row that it covers. `before` is the code of
 * the previous link; null if a chain begins at the position. The chain may grow meanwhile: the walk covers the links that
 * existed when it began.
 */
export async function walkChain(
  db: Db,
  keys: AuditKeys,
  from: number,
  before: Buffer | null,
): Promise<Walked> {
  const end = await repository.readEnd(db)
  const archives = await readArchives(db, keys)
  const findings = [...(await findEnd(db, keys, end)), ...archives.findings]
  const inFiles = new Map<string, number>()
  const upTo = end?.position ?? 0
  let walked = { position: from - 1, mac: before ?? nothingBefore, key: 0 }
  while (walked.position < upTo && findings.length < most) {
    const links = (await repository.readLinks(db, walked.position + 1, page)).filter(
      ({ position }) => position <= upTo,
    )
    if (links.length === 0) break
    const contents = await readAllContents(db, links)
    for (const link of links) {
      const content = contents.get(link.source)?.get(link.row_key) ?? null
      const isInFile = content === null && link.position <= (archives.tables.get(link.source)?.upTo ?? 0)
      if (isInFile) inFiles.set(link.source, (inFiles.get(link.source) ?? 0) + 1)
      const finding = judge(keys, walked, link, isInFile ? 'in a file' : content)
      if (finding) findings.push(finding)
      walked = { position: link.position, mac: link.mac, key: Math.max(walked.key, placeOf(keys, link)) }
    }
  }
  if (walked.position < upTo && findings.length < most)
    findings.push(`the links ${walked.position + 1} to ${upTo} are gone`)
  return { ...walked, findings: [...findings, ...tooManyMissing(archives.tables, inFiles)] }
}

/** An archive explains as many missing rows as it has. A row that was deleted besides is one too many. */
function tooManyMissing(
  archives: ReadonlyMap<string, InArchives>,
  missing: ReadonlyMap<string, number>,
): string[] {
  return [...missing]
    .map(([table, count]) => ({ table, more: count - (archives.get(table)?.rows ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ table, more }) => `${more} more rows of ${table} are gone than its archives have`)
}

const placeOf = (keys: AuditKeys, { key_id }: { key_id: string }) =>
  keys.all.findIndex(({ id }) => id === key_id)

type Before = { readonly position: number; readonly mac: Buffer; readonly key: number }

/** Checks one link. Returns the finding, or null. */
function judge(
  keys: AuditKeys,
  before: Before,
  link: repository.LinkRow,
  content: Content | 'in a file',
): string | null {
  const name = `link ${link.position} (${link.source} ${link.row_key})`
  if (link.position !== before.position + 1)
    return `the links ${before.position + 1} to ${link.position - 1} are gone`
  const place = placeOf(keys, link)
  const key = keys.all[place]
  if (!key) return `${name} was made with key ${link.key_id}, which is not given`
  if (place < before.key && link.source !== restarted)
    return `${name} was made with an older key than the link before`
  // `check-archive` compares the link with the file.
  if (content === 'in a file') return null
  if (content === null) return `the row of ${name} is gone`
  if (!isSame(link.mac, macOf(key, before.mac, link, content)))
    return `${name} does not fit its row or the link before`
  return null
}

/**
 * Checks that the chain ends at its seal. Link and seal are committed together, so a later read never shows an earlier end.
 */
async function findEnd(db: Db, keys: AuditKeys, end: repository.EndRow | null): Promise<string[]> {
  const last = await repository.readLastLink(db)
  const later = await repository.readEnd(db)
  if (!last) return end ? [`the chain is cut off after link 0, and was sealed at ${end.position}`] : []
  if (!later) return ['the end of the chain is not sealed']
  if (last.position < (end?.position ?? 0)) return [`the chain is cut off after link ${last.position}`]
  if (last.position > later.position) return [`there are links beyond the end, which is ${later.position}`]
  if (!end) return []
  const link = await repository.readLink(db, end.position)
  const key = keys.all.find(({ id }) => id === end.key_id)
  if (!key) return [`the chain is sealed with key ${end.key_id}, which is not given`]
  if (!link || link.key_id !== end.key_id || !isSame(end.seal, sealOf(key, link.position, link.mac)))
    return [`the end of the chain, link ${end.position}, is not the one that was sealed`]
  return []
}

/** Walks the current chain from its last restart, and looks for rows that no link covers. */
export async function walkWhole(db: Db, keys: AuditKeys): Promise<Walked> {
  const walked = await walkChain(db, keys, await repository.readBeginning(db), null)
  return { ...walked, findings: [...walked.findings, ...(await readUncovered(db, 'all'))] }
}

import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { largestAttachment, mostAttachmentPages } from '@labalaba/contract'
import { getDocumentProxy } from 'unpdf'
import { type Inspected, refusals } from './words.ts'

/** What a report needs none of: each does something by itself, or leads out of the file. */
const active =
  /\/(JavaScript|Launch|Rendition|RichMedia|ImportData|SubmitForm|GoToR|GoToE|XFA|Movie|Sound)(?![A-Za-z0-9])/
const filled = /\/(EmbeddedFiles?|Collection)(?![A-Za-z0-9])/
const locked = /\/Encrypt(?![A-Za-z0-9])/

/** Objects that are packed may unpack to so many bytes in all. */
const mostUnpacked = 32 * 1024 * 1024

/**
 * Whether bytes are a PDF that a report may carry: whole, open, and nothing but pages. It is read twice: by its own words,
 * packed objects among them, where nothing active may be named at all; and by the parser that browsers use, which counts
 * its pages. Runs where it can be ended, as a hostile file may keep it busy.
 */
export async function inspectPdf(bytes: Uint8Array): Promise<Inspected> {
  const sha1 = new Uint8Array(createHash('sha1').update(bytes).digest())
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const refused = wordsAgainst(file)
  if (refused) return { refused }
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    if (document.numPages > mostAttachmentPages) return { refused: refusals.tooLong }
    if (await document.getJSActions()) return { refused: refusals.active }
    if (await document.getAttachments()) return { refused: refusals.filled }
    for (let page = 1; page <= document.numPages; page += 1)
      if (await (await document.getPage(page)).getJSActions()) return { refused: refusals.active }
    return document.numPages > 0 ? { pages: document.numPages, sha1 } : { refused: refusals.broken }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { refused: isLocked ? refusals.locked : refusals.broken }
  }
}

function wordsAgainst(file: Buffer): string | null {
  if (file.subarray(0, 5).toString('latin1') !== '%PDF-') return refusals.noPdf
  if (file.length > largestAttachment) return refusals.tooLarge
  if (!file.subarray(-1024).includes('%%EOF')) return refusals.broken
  const text = plainNames(file.toString('latin1'))
  const inside = packedObjects(file)
  if (inside === null) return refusals.broken
  const all = [text, ...inside.map(plainNames)]
  const says = (what: RegExp) => all.some((one) => what.test(one))
  if (says(locked)) return refusals.locked
  if (says(active)) return refusals.active
  return says(filled) ? refusals.filled : null
}

/** Any letter of a name may be written as its number: "/J#61vaScript". */
function plainNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

/**
 * The objects that are packed into streams, unpacked; null where one is packed as no usual program does it. Readers find
 * such a stream by its /First, whatever it says that it is, and go by where it begins, whatever length it claims.
 */
function packedObjects(file: Buffer): string[] | null {
  const text = file.toString('latin1')
  const found: string[] = []
  let left = mostUnpacked
  for (const match of text.matchAll(/(?<!end)stream[^\r\n]*(\r\n?|\n)/g)) {
    const said = plainNames(text.slice(Math.max(0, text.lastIndexOf('obj', match.index)), match.index))
    if (!/\/(ObjStm|First)(?![A-Za-z0-9])/.test(said)) continue
    const objects = unpacked(file.subarray(match.index + match[0].length), said, left)
    if (objects === null) return null
    left -= objects.length
    found.push(objects)
  }
  return found
}

function unpacked(packed: Buffer, said: string, most: number): string | null {
  const filters = said.match(/\/Filter(?![A-Za-z])/g) ?? []
  if (filters.length === 0) return packed.toString('latin1').slice(0, most)
  const isOnce = /\/Filter\s*(\[\s*\/Fl(ateDecode)?\s*\]|\/Fl(ateDecode)?(?![A-Za-z0-9]))/.test(said)
  if (filters.length > 1 || !isOnce || /\/(DecodeParms|DP|FFilter|F)(?![A-Za-z])/.test(said)) return null
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).toString('latin1')
  } catch {
    return null
  }
}

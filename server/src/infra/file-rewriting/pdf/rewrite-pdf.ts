import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { boxAt, type Drawing, drawFields, drawingsOf } from './annotations.ts'
import { type Copier, openCopier } from './copier.ts'
import { NotRewritable, refusals } from './refusals.ts'
import { compareByWords } from './second-reader.ts'
import { allowedKeys, namesBehind } from './shapes.ts'
import { type Budget, newBudget, unpackContent } from './streams.ts'

/** A PDF that contains only its pages, or the reason for the refusal in words for a scientist. */
export type RewrittenPdf =
  | {
      readonly file: Uint8Array
      readonly pages: number
      readonly sha256: Uint8Array
      readonly sha1: Uint8Array
    }
  | { readonly refused: string }

export type PdfLimits = {
  /** The largest original file, in bytes. */
  readonly bytes: number
  /** The largest rewritten file, in bytes: a little more, because compressed object streams are not used. */
  readonly rewrittenBytes: number
  readonly pages: number
}

/**
 * Draws the pages of a PDF into a new one, with the values of its fields and its annotations on them. Actions, scripts,
 * embedded files, links, bookmarks and metadata are not copied: only the contents listed in `shapes.ts` are. The same file
 * gives the same bytes. Run it in a process that can be killed, as a hostile file may never finish.
 */
export async function rewritePdf(bytes: Uint8Array, limits: PdfLimits): Promise<RewrittenPdf> {
  try {
    if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return { refused: refusals.noPdf }
    if (bytes.length > limits.bytes) return { refused: refusals.tooLarge }
    const { file, pages } = await drawAnew(bytes, limits)
    if (file.length > limits.rewrittenBytes) return { refused: refusals.tooLarge }
    await checkRewritten(file)
    await compareByWords(bytes, file)
    const hash = (algorithm: string) => new Uint8Array(createHash(algorithm).update(file).digest())
    return { file, pages, sha256: hash('sha256'), sha1: hash('sha1') }
  } catch (error) {
    return { refused: refusals[error instanceof NotRewritable ? error.reason : 'broken'] }
  }
}

const asItIs = {
  ignoreEncryption: true,
  updateMetadata: false,
  preserveXFA: true,
  parseSpeed: Number.POSITIVE_INFINITY,
}
const plainly = { useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }

/** The library adds what it draws only when the file is saved, so it is saved and loaded again. */
async function withFieldsDrawn(document: PDFDocument): Promise<PDFDocument> {
  return drawFields(document) ? await PDFDocument.load(await document.save(plainly), asItIs) : document
}

async function drawAnew(bytes: Uint8Array, limits: PdfLimits): Promise<{ file: Uint8Array; pages: number }> {
  if (!Buffer.from(bytes.subarray(-1024)).includes('%%EOF')) throw new NotRewritable('broken')
  const loaded = await PDFDocument.load(bytes, asItIs)
  if (loaded.context.trailerInfo.Encrypt) throw new NotRewritable('locked')
  const source = await withFieldsDrawn(loaded)
  const leaves = pagesOf(source.context, source.catalog, limits.pages)
  const made = await PDFDocument.create({ updateMetadata: false })
  const budget = newBudget()
  const copier = openCopier(source.context, made.context, budget)
  const tree = made.catalog.Pages()
  const parent = made.catalog.get(PDFName.of('Pages'))
  const kids = PDFArray.withContext(made.context)
  for (const leaf of leaves)
    kids.push(made.context.register(pageOf(leaf, { to: made.context, copier, budget, parent })))
  tree.set(PDFName.of('Kids'), kids)
  tree.set(PDFName.of('Count'), PDFNumber.of(leaves.length))
  return { file: await made.save(plainly), pages: leaves.length }
}

type Into = {
  readonly to: PDFContext
  readonly copier: Copier
  readonly budget: Budget
  readonly parent: PDFObject | undefined
}

function pageOf({ page, inherited }: Leaf, into: Into): PDFDict {
  const { to, copier, parent } = into
  const made = PDFDict.withContext(to)
  const set = (key: string, value: PDFObject | undefined) => value && made.set(PDFName.of(key), value)
  set('Type', PDFName.of('Page'))
  set('Parent', parent)
  for (const key of ['MediaBox', 'CropBox', 'Rotate']) set(key, copier.copy('plain', inherited.get(key)))
  set('UserUnit', copier.copy('plain', page.get(PDFName.of('UserUnit'))))
  set('Group', copier.copy('group', page.get(PDFName.of('Group'))))
  if (!boxAt(made, 'MediaBox')) throw new NotRewritable('broken')
  const resources = copier.copy('resources', inherited.get('Resources')) ?? PDFDict.withContext(to)
  const drawings = drawingsOf(page)
  const contents = contentsOf(page)
  if (drawings.length > 0) return withDrawings(made, { resources, contents, drawings }, into)
  set('Resources', resources)
  const list = PDFArray.withContext(to)
  for (const { object } of contents) {
    const copied = copier.copy('content', object)
    if (copied) list.push(copied)
  }
  set('Contents', list)
  return made
}

type Content = { readonly object: PDFObject; readonly stream: PDFRawStream }

function contentsOf(page: PDFDict): Content[] {
  const object = page.get(PDFName.of('Contents'))
  const found = page.lookup(PDFName.of('Contents'))
  if (!object || !found) {
    if (object) throw new NotRewritable('broken')
    return []
  }
  const parts = found instanceof PDFArray ? found.asArray() : [object]
  return parts.map((part) => {
    const stream = page.context.lookup(part)
    if (!(stream instanceof PDFRawStream)) throw new NotRewritable('broken')
    return { object: part, stream }
  })
}

type Drawn = {
  readonly resources: PDFObject
  readonly contents: readonly Content[]
  readonly drawings: readonly Drawing[]
}

/** Turns the page's own content into one form, so that its graphics state cannot displace the annotations. */
function withDrawings(
  made: PDFDict,
  { resources, contents, drawings }: Drawn,
  { to, copier, budget }: Into,
): PDFDict {
  const content = Buffer.concat(
    contents.flatMap(({ stream }) => [unpackContent(stream, budget), Buffer.from('\n')]),
  )
  const box = copier.copy('plain', made.get(PDFName.of('MediaBox')))
  const form = { Type: 'XObject', Subtype: 'Form', Filter: 'FlateDecode', BBox: box, Resources: resources }
  const stream = PDFRawStream.of(to.obj(form), deflateSync(content))
  const names: Record<string, PDFObject> = { LabalabaPage: to.register(stream) }
  const operators = ['/LabalabaPage Do']
  for (const [index, { appearance, matrix }] of drawings.entries()) {
    const copied = copier.copy('appearance', appearance)
    if (!copied) continue
    names[`LabalabaNote${index}`] = copied
    operators.push(`q ${matrix.map((one) => Number(one.toFixed(5))).join(' ')} cm /LabalabaNote${index} Do Q`)
  }
  made.set(PDFName.of('Resources'), withNames(resources, names, to))
  const words = deflateSync(Buffer.from(operators.join('\n')))
  made.set(PDFName.of('Contents'), to.register(PDFRawStream.of(to.obj({ Filter: 'FlateDecode' }), words)))
  return made
}

/** The same resources with additional drawings. The originals stay: forms without own resources use those of the page. */
function withNames(
  resources: PDFObject,
  names: Readonly<Record<string, PDFObject>>,
  to: PDFContext,
): PDFDict {
  const all = PDFDict.withContext(to)
  if (resources instanceof PDFDict) for (const [name, value] of resources.entries()) all.set(name, value)
  const drawings = PDFDict.withContext(to)
  const before = all.get(PDFName.of('XObject'))
  if (before instanceof PDFDict) for (const [name, value] of before.entries()) drawings.set(name, value)
  for (const [name, value] of Object.entries(names)) drawings.set(PDFName.of(name), value)
  all.set(PDFName.of('XObject'), drawings)
  return all
}

/** Parses a rewritten file once more, and throws NotRewritable if an object in it has a key that no page needs. */
async function checkRewritten(file: Uint8Array): Promise<void> {
  const { context } = await PDFDocument.load(file, { updateMetadata: false, throwOnInvalidObject: true })
  const { Root: _, Size: __, ...others } = context.trailerInfo
  if (Object.values(others).some((one) => one !== undefined)) throw new NotRewritable('broken')
  for (const [, object] of context.enumerateIndirectObjects()) checkObject(object, false)
}

function checkObject(object: PDFObject, areNames: boolean): void {
  if (object instanceof PDFStream) checkObject(object.dict, false)
  if (object instanceof PDFArray) for (const one of object.asArray()) checkObject(one, false)
  if (!(object instanceof PDFDict)) return
  for (const [name, value] of object.entries()) {
    const key = name.decodeText()
    if (!areNames && !allowedKeys.has(key)) throw new NotRewritable('broken', { cause: key })
    const says = value instanceof PDFName && ['Type', 'S', 'Subtype'].includes(key) ? value.decodeText() : ''
    if (actions.includes(says)) throw new NotRewritable('broken', { cause: says })
    checkObject(value, !areNames && namesBehind.has(key))
  }
}

const actions = [
  ...['JavaScript', 'Launch', 'URI', 'GoToR', 'GoToE', 'SubmitForm', 'ImportData', 'Action', 'Annot'],
  ...['Rendition', 'RichMedia', 'Movie', 'Sound', 'Filespec', 'EmbeddedFile', 'OCG', 'OCMD', 'Metadata'],
]

/** The keys that a page inherits from the nodes above it if it lacks them. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

/** A page with its inherited values. */
type Leaf = { readonly page: PDFDict; readonly inherited: ReadonlyMap<string, PDFObject> }

/** The pages of a file in their order. Throws NotRewritable if they are not a tree, or too many. */
function pagesOf(context: PDFContext, catalog: PDFDict, most: number): Leaf[] {
  const seen = new Set<PDFRef>()
  const leaves: Leaf[] = []

  function walk(at: PDFObject | undefined, above: ReadonlyMap<string, PDFObject>): void {
    const node = context.lookup(at)
    if (!(at instanceof PDFRef) || seen.has(at) || !(node instanceof PDFDict))
      throw new NotRewritable('broken')
    seen.add(at)
    const own = new Map(above)
    for (const key of inherited) {
      const value = node.get(PDFName.of(key))
      if (value) own.set(key, value)
    }
    const kids = node.lookup(PDFName.of('Kids'))
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) walk(kid, own)
    else if (leaves.push({ page: node, inherited: own }) > most) throw new NotRewritable('tooLong')
  }

  walk(catalog.get(PDFName.of('Pages')), new Map())
  if (leaves.length === 0) throw new NotRewritable('broken')
  return leaves
}

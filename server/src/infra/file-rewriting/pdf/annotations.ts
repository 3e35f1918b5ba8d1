import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOptionList,
  PDFRawStream,
  PDFString,
  PDFTextField,
} from '@cantoo/pdf-lib'
import { NotRewritable } from './refusals.ts'

/** The appearance of an annotation, and the `matrix` that places it on its page. */
export type Drawing = { readonly appearance: PDFObject; readonly matrix: readonly number[] }

const media = ['Movie', 'Sound', 'Screen', 'RichMedia', '3D']
/** Annotations whose text opens in a separate window; the text of all others is on the page. */
const commented = [
  ...['Text', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Square', 'Circle', 'Polygon'],
  ...['PolyLine', 'Line', 'Ink', 'Caret'],
]
const [hidden, printed, notShown] = [2, 4, 32]

/** What must be drawn over a page so that its annotations look as before. Throws NotRewritable if that is impossible. */
export function drawingsOf(page: PDFDict): Drawing[] {
  const list = page.lookup(PDFName.of('Annots'))
  if (!(list instanceof PDFArray)) return []
  return Array.from({ length: list.size() }, (_, at) => list.lookup(at)).flatMap((one) =>
    one instanceof PDFDict ? drawingOf(one) : [],
  )
}

function drawingOf(annotation: PDFDict): Drawing[] {
  const subtype = nameAt(annotation, 'Subtype') ?? ''
  const flags = numberAt(annotation, 'F') ?? 0
  if (annotation.has(PDFName.of('OC'))) throw new NotRewritable('layers')
  if (subtype === 'Popup' || flags & hidden) return []
  if (flags & notShown) {
    if (flags & printed) throw new NotRewritable('onlyPrinted')
    return []
  }
  if (media.includes(subtype)) throw new NotRewritable('media')
  if (commented.includes(subtype) && !isCaption(annotation) && wordsAt(annotation, 'Contents').trim() !== '')
    throw new NotRewritable('comments')
  const rect = boxAt(annotation, 'Rect')
  const appearance = appearanceOf(annotation)
  if (appearance === undefined) {
    if (looksLikeNothing(annotation, subtype, rect)) return []
    throw new NotRewritable(subtype === 'Widget' ? 'form' : 'annotation')
  }
  const matrix = appearance && rect ? placed(appearance.stream, rect) : null
  return appearance && matrix ? [{ appearance: appearance.object, matrix }] : []
}

/** Whether the text is the caption of a line, which is drawn on the page. */
function isCaption(annotation: PDFDict): boolean {
  return nameAt(annotation, 'Subtype') === 'Line' && String(annotation.lookup(PDFName.of('Cap'))) === 'true'
}

/** Whether an annotation without appearance shows nothing: a link, or a field that is not filled in. */
function looksLikeNothing(annotation: PDFDict, subtype: string, rect: Box | null): boolean {
  if (subtype === 'Link' || !rect || rect[0] === rect[2] || rect[1] === rect[3]) return true
  if (subtype !== 'Widget') return false
  const value = fieldOf(annotation, 'V')
  const look = annotation.lookup(PDFName.of('MK'))
  const isButton = fieldOf(annotation, 'FT') === PDFName.of('Btn')
  if (isButton) return !(look instanceof PDFDict && look.has(PDFName.of('CA'))) || value === PDFName.of('Off')
  return value === undefined || wordsOf(value).trim() === ''
}

/** The value of a field, or of the field above it that it belongs to. */
function fieldOf(annotation: PDFDict, key: string): PDFObject | undefined {
  let field: PDFObject | undefined = annotation
  for (let depth = 0; field instanceof PDFDict && depth < 50; depth += 1) {
    const value = field.lookup(PDFName.of(key))
    if (value !== undefined) return value
    field = field.lookup(PDFName.of('Parent'))
  }
  return undefined
}

type Found = { readonly object: PDFObject; readonly stream: PDFRawStream }

/** The normal appearance; null if it shows nothing now, undefined if there is none. */
function appearanceOf(annotation: PDFDict): Found | null | undefined {
  const all = annotation.lookup(PDFName.of('AP'))
  if (!(all instanceof PDFDict)) return undefined
  const normal = all.lookup(PDFName.of('N'))
  const own = found(all.get(PDFName.of('N')), normal)
  if (own || !(normal instanceof PDFDict)) return own
  const state = annotation.lookup(PDFName.of('AS'))
  if (!(state instanceof PDFName)) return null
  return found(normal.get(state), normal.lookup(state)) ?? null
}

const found = (object: PDFObject | undefined, stream: PDFObject | undefined): Found | undefined =>
  object && stream instanceof PDFRawStream ? { object, stream } : undefined

type Box = readonly [left: number, bottom: number, right: number, top: number]

/**
 * The matrix from an appearance's box to the rectangle of its annotation (ISO 32000, 12.5.5); null if nothing is visible.
 */
function placed({ dict }: PDFRawStream, rect: Box): number[] | null {
  const box = boxAt(dict, 'BBox')
  if (!box) throw new NotRewritable('broken')
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersAt(dict, 'Matrix') ?? []
  const corners = [box[0], box[2]].flatMap((x) =>
    [box[1], box[3]].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const [left, bottom] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))]
  const width = Math.max(...corners.map(([x]) => x)) - left
  const height = Math.max(...corners.map(([, y]) => y)) - bottom
  if (!(width > 0) || !(height > 0)) return null
  const [across, up] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height]
  return [across, 0, 0, up, rect[0] - left * across, rect[1] - bottom * up]
}

/** A rectangle with its smaller corner first; null if there is none. */
export function boxAt(dict: PDFDict, key: string): Box | null {
  const [x = 0, y = 0, z = 0, w = 0] = numbersAt(dict, key) ?? []
  if (!numbersAt(dict, key)) return null
  return [Math.min(x, z), Math.min(y, w), Math.max(x, z), Math.max(y, w)]
}

function numbersAt(dict: PDFDict, key: string): number[] | null {
  const list = dict.lookup(PDFName.of(key))
  if (!(list instanceof PDFArray)) return null
  const numbers = Array.from({ length: list.size() }, (_, at) => list.lookup(at))
  return numbers.length >= 4 && numbers.every((one) => one instanceof PDFNumber)
    ? numbers.map((one) => one.asNumber())
    : null
}

function nameAt(dict: PDFDict, key: string): string | undefined {
  const name = dict.lookup(PDFName.of(key))
  return name instanceof PDFName ? name.decodeText() : undefined
}

function numberAt(dict: PDFDict, key: string): number | undefined {
  const number = dict.lookup(PDFName.of(key))
  return number instanceof PDFNumber ? number.asNumber() : undefined
}

const wordsAt = (dict: PDFDict, key: string) => wordsOf(dict.lookup(PDFName.of(key)))

function wordsOf(value: PDFObject | undefined): string {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText()
  if (value instanceof PDFArray) return value.asArray().map(wordsOf).join(' ')
  if (value instanceof PDFRawStream) return 'a long text'
  return value instanceof PDFName ? value.decodeText() : ''
}

/**
 * Draws the form fields that a viewer would draw itself: all text fields if the file requests it, otherwise those without
 * an appearance. Returns whether it drew any. Throws NotRewritable if that fails, for example for letters that the standard
 * fonts lack.
 */
export function drawFields(document: PDFDocument): boolean {
  const form = document.catalog.lookup(PDFName.of('AcroForm'))
  if (!(form instanceof PDFDict)) return false
  if (form.has(PDFName.of('XFA'))) throw new NotRewritable('dynamicForm')
  let isDrawn = false
  const all = form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True
  try {
    const drawn = document.getForm()
    for (const field of drawn.getFields()) {
      const hasLook = field.acroField.getWidgets().every(({ dict }) => dict.has(PDFName.of('AP')))
      const holdsWords =
        field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList
      if (!holdsWords || (!all && hasLook)) continue
      field.defaultUpdateAppearances(drawn.getDefaultFont())
      isDrawn = true
    }
    return isDrawn
  } catch (cause) {
    throw new NotRewritable('form', { cause })
  }
}

import { deflateSync, inflateSync, constants as zlib } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import { withoutRemarks } from './jpeg-remarks.ts'
import { NotRewritable } from './refusals.ts'

/** How many bytes one stream may unpack to, and all streams of a file together. */
const mostOfOne = 64 * 1024 * 1024
const mostOfAll = 200 * 1024 * 1024
/** How many pixels a picture may have: a page of A4 at 600 dots an inch has 35 million. */
const mostPixels = 64_000_000

/** What is left of what a file may unpack to. */
export type Budget = { bytes: number }
export const newBudget = (): Budget => ({ bytes: mostOfAll })

/** The bytes of a stream, packed in one way at most, and how: `filter` and `parms` say it as a PDF does. */
export type Normal = {
  readonly bytes: Uint8Array
  readonly filter: string | null
  readonly parms: PDFDict | undefined
}

const flate = 'FlateDecode'
const transports = ['ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode', flate]
const pictures = ['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']

/**
 * Unpacks a stream as far as its bytes have no meaning of their own: what is left is plain, or a picture's own format, or
 * rows that a predictor made. Whatever stood behind the packed bytes is gone. Throws NotRewritable.
 */
export function unpack(stream: PDFRawStream, budget: Budget): Normal {
  const filters = filtersOf(stream.dict)
  let bytes = stream.getContents()
  for (const [index, { name, parms }] of filters.entries()) {
    const isLast = index === filters.length - 1
    if (pictures.includes(name)) {
      if (!isLast) throw new NotRewritable('broken')
      return { bytes: name === 'DCTDecode' ? withoutRemarks(bytes) : bytes, filter: name, parms }
    }
    if (!transports.includes(name)) throw new NotRewritable(name === 'Crypt' ? 'locked' : 'broken')
    bytes = name === flate ? inflate(bytes, budget) : decode(stream.dict, bytes, name, parms)
    budget.bytes -= bytes.length
    if (bytes.length > mostOfOne || budget.bytes < 0) throw new NotRewritable('tooMuch')
    if (hasPredictor(parms)) {
      if (!isLast) throw new NotRewritable('broken')
      return { bytes, filter: null, parms }
    }
  }
  return { bytes, filter: null, parms: undefined }
}

/** The bytes of a stream of drawing instructions. Throws NotRewritable. */
export function unpackContent(stream: PDFRawStream, budget: Budget): Uint8Array {
  const { bytes, filter, parms } = unpack(stream, budget)
  if (filter !== null || parms !== undefined) throw new NotRewritable('broken')
  return bytes
}

/** Packs plain bytes again. */
export function pack({ bytes, filter, parms }: Normal): Normal {
  return filter === null ? { bytes: deflateSync(bytes), filter: flate, parms } : { bytes, filter, parms }
}

/** Throws NotRewritable where a picture has more pixels than anybody can look at. */
export function checkPixels(dict: PDFDict): void {
  const [width, height] = ['Width', 'Height'].map((key) => dict.lookup(PDFName.of(key)))
  const isSized = width instanceof PDFNumber && height instanceof PDFNumber
  const pixels = isSized ? width.asNumber() * height.asNumber() : 0
  if (!(pixels >= 1)) throw new NotRewritable('broken')
  if (pixels > mostPixels) throw new NotRewritable('tooMuch')
}

type Filter = { readonly name: string; readonly parms: PDFDict | undefined }

function filtersOf(dict: PDFDict): Filter[] {
  // A stream whose bytes are in another file.
  if (dict.has(PDFName.of('F'))) throw new NotRewritable('broken')
  const names = listOf(dict.lookup(PDFName.of('Filter')))
  const parms = listOf(dict.lookup(PDFName.of('DecodeParms')) ?? dict.lookup(PDFName.of('DP')))
  return names.map((name, index) => {
    const of = parms[index]
    if (!(name instanceof PDFName)) throw new NotRewritable('broken')
    return { name: name.decodeText(), parms: of instanceof PDFDict ? of : undefined }
  })
}

function listOf(object: PDFObject | undefined): (PDFObject | undefined)[] {
  if (object === undefined || object === PDFNull) return []
  return object instanceof PDFArray
    ? Array.from({ length: object.size() }, (_, at) => object.lookup(at))
    : [object]
}

function hasPredictor(parms: PDFDict | undefined): boolean {
  const predictor = parms?.lookup(PDFName.of('Predictor'))
  return predictor instanceof PDFNumber && predictor.asNumber() > 1
}

function inflate(bytes: Uint8Array, budget: Budget): Uint8Array {
  const maxOutputLength = Math.max(1, Math.min(mostOfOne, budget.bytes))
  try {
    return inflateSync(bytes, { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH })
  } catch (cause) {
    const isTooMuch = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw new NotRewritable(isTooMuch ? 'tooMuch' : 'broken', { cause })
  }
}

/** How much these unpack to is bounded by the memory of the process alone. */
function decode(of: PDFDict, bytes: Uint8Array, name: string, parms: PDFDict | undefined): Uint8Array {
  const dict = PDFDict.withContext(of.context)
  dict.set(PDFName.of('Filter'), PDFName.of(name))
  if (parms) dict.set(PDFName.of('DecodeParms'), parms)
  return decodePDFRawStream(PDFRawStream.of(dict, bytes)).decode()
}

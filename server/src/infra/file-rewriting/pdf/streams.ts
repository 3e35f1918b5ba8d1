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
import { NotRewritable } from './refusals.ts'

/** How many bytes one stream may decompress to, and all streams of a file together. */
const mostOfOne = 64 * 1024 * 1024
const mostOfAll = 200 * 1024 * 1024
/** How many pixels a picture may have: a page of A4 at 600 dots per inch has 35 million. */
const mostPixels = 64_000_000

/** The bytes that a file may still decompress to. */
export type Budget = { bytes: number }
export const newBudget = (): Budget => ({ bytes: mostOfAll })

/** The bytes of a stream with at most one filter; `filter` and `parms` have their meaning in PDF. */
type Normal = {
  readonly bytes: Uint8Array
  readonly filter: string | null
  readonly parms: PDFDict | undefined
}

const flate = 'FlateDecode'
const transports = ['ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode', flate]
const pictures = ['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']

/**
 * Decodes a stream until its bytes are plain, a picture's own format, or rows of a predictor. Anything after the compressed
 * bytes is dropped. Throws NotRewritable.
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

/** Compresses plain bytes again. */
export function pack({ bytes, filter, parms }: Normal): Normal {
  return filter === null ? { bytes: deflateSync(bytes), filter: flate, parms } : { bytes, filter, parms }
}

/** Throws NotRewritable if a picture has too many pixels or no size. */
export function checkPixels(dict: PDFDict): void {
  const [width, height] = ['Width', 'Height'].map((key) => dict.lookup(PDFName.of(key)))
  const isSized = width instanceof PDFNumber && height instanceof PDFNumber
  const pixels = isSized ? width.asNumber() * height.asNumber() : 0
  if (!(pixels >= 1)) throw new NotRewritable('broken')
  if (pixels > mostPixels) throw new NotRewritable('tooMuch')
}

type Filter = { readonly name: string; readonly parms: PDFDict | undefined }

function filtersOf(dict: PDFDict): Filter[] {
  // Refuses a stream whose bytes are in another file.
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

/** Only the memory limit of the process bounds the output of these decoders. */
function decode(of: PDFDict, bytes: Uint8Array, name: string, parms: PDFDict | undefined): Uint8Array {
  const dict = PDFDict.withContext(of.context)
  dict.set(PDFName.of('Filter'), PDFName.of(name))
  if (parms) dict.set(PDFName.of('DecodeParms'), parms)
  return decodePDFRawStream(PDFRawStream.of(dict, bytes)).decode()
}

const scan = 0xda
/** Adobe's marker with the colour information that a decoder needs. */
const adobe = 0xee

/** APP0 to APP15 and comments: place, time and device of a picture, a thumbnail, or anything else. */
const isRemark = (marker: number) => (marker >= 0xe0 && marker <= 0xef && marker !== adobe) || marker === 0xfe

/** A JPEG of a PDF without its metadata. Throws NotRewritable if it is not a JPEG. */
function withoutRemarks(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) throw new NotRewritable('broken')
  const parts: Buffer[] = [file.subarray(0, 2)]
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff) throw new NotRewritable('broken')
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === scan) return Buffer.concat([...parts, file.subarray(at)])
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (!isRemark(marker)) parts.push(file.subarray(at, end))
    at = end
  }
  throw new NotRewritable('broken')
}

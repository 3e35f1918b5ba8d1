import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { NotRewritable } from './refusals.ts'
import { shapes } from './shapes.ts'
import { type Budget, checkPixels, pack, unpack } from './streams.ts'

/** Copies the contents of pages from one file into another. */
export type Copier = {
  /**
   * Copies an object as a given kind (see `shapes.ts`). Returns its reference in the new file, or the object itself;
   * undefined if there is nothing to copy. Throws NotRewritable.
   */
  copy(kind: string, object: PDFObject | undefined): PDFObject | undefined
}

type Copy = Copier['copy']
type Decide = (object: PDFObject, copier: Deep) => PDFObject | undefined
type Deep = {
  readonly from: PDFContext
  readonly to: PDFContext
  readonly budget: Budget
  readonly copy: Copy
}

/** The most objects of one file, and the most numbers, names and strings in them. */
const mostObjects = 200_000
const mostPlain = 3_000_000

/** Opens a copier into a new file. Objects that two pages share are copied once. */
export function openCopier(from: PDFContext, to: PDFContext, budget: Budget): Copier {
  const done = new Map<string, PDFRef | undefined>()
  let plain = 0
  const deep: Deep = { from, to, budget, copy }

  function copy(kind: string, object: PDFObject | undefined): PDFObject | undefined {
    const found = from.lookup(object)
    if (found === undefined || found === PDFNull) return undefined
    if (kind === 'plain') plain += 1
    if (plain > mostPlain) throw new NotRewritable('tooMuch')
    if (!(object instanceof PDFRef) || isInline(kind)) return copyFound(kind, found, deep)
    const key = `${object.tag} ${kind}`
    if (done.has(key)) return done.get(key)
    if (done.size >= mostObjects) throw new NotRewritable('tooMuch')
    const target = to.nextRef()
    done.set(key, target)
    const copied = copyFound(kind, found, deep)
    if (copied) to.assign(target, copied)
    else done.set(key, undefined)
    return copied && target
  }
  return { copy }
}

/** Dictionaries with names chosen by the page are copied inline, so that the check of the new file knows them as names. */
const isInline = (kind: string) => kind === 'plain' || kind === 'resources' || kind.startsWith('each ')

function copyFound(kind: string, object: PDFObject, deep: Deep): PDFObject | undefined {
  const [how, of = ''] = kind.split(' ')
  if (kind === 'plain') return copyPlain(object, deep)
  if (how === 'each') return object instanceof PDFDict ? copyEach(object, of, deep) : undefined
  if (how === 'list' && object instanceof PDFArray) return copyList(object, of, deep)
  const name = how === 'list' ? of : kind
  const decide = decisions[name]
  if (decide) return decide(object, deep)
  if (object instanceof PDFRawStream) return copyStream(object, name, deep)
  return object instanceof PDFDict ? copyDict(object, name, deep) : undefined
}

function copyPlain(object: PDFObject, { from, to, copy }: Deep): PDFObject | undefined {
  if (object instanceof PDFArray) {
    const list = PDFArray.withContext(to)
    for (const one of object.asArray()) {
      const found = from.lookup(one)
      list.push((found && copy('plain', found)) ?? PDFNull)
    }
    return list
  }
  const isPlain =
    object instanceof PDFName ||
    object instanceof PDFNumber ||
    object instanceof PDFBool ||
    object instanceof PDFString ||
    object instanceof PDFHexString
  return isPlain ? object : undefined
}

function copyEach(object: PDFDict, kind: string, { to, copy }: Deep): PDFDict {
  const copied = PDFDict.withContext(to)
  for (const [name, value] of object.entries()) {
    const one = copy(kind, value)
    if (one) copied.set(name, one)
  }
  return copied
}

function copyList(object: PDFArray, kind: string, { to, copy }: Deep): PDFArray {
  const list = PDFArray.withContext(to)
  for (const one of object.asArray()) list.push(copy(kind, one) ?? PDFNull)
  return list
}

function copyDict(object: PDFDict, name: string, { to, copy }: Deep): PDFDict {
  const shape = shapes[name]
  if (!shape) throw new Error(`no shape is named ${name}`)
  const copied = PDFDict.withContext(to)
  for (const [key, kind] of Object.entries(shape)) {
    const value = copy(kind, object.get(PDFName.of(key)))
    if (value) copied.set(PDFName.of(key), value)
  }
  return copied
}

function copyStream(object: PDFRawStream, name: string, deep: Deep): PDFRawStream {
  const dict = copyDict(object.dict, name, deep)
  const { bytes, filter, parms } = pack(unpack(object, deep.budget))
  if (filter) dict.set(PDFName.of('Filter'), PDFName.of(filter))
  if (parms) dict.set(PDFName.of('DecodeParms'), copyDict(parms, 'unpacking', deep))
  return PDFRawStream.of(dict, bytes)
}

const typeOf = (object: PDFObject, key: string) => {
  const dict = object instanceof PDFRawStream ? object.dict : object
  const name = dict instanceof PDFDict ? dict.lookup(PDFName.of(key)) : undefined
  return name instanceof PDFName ? name.decodeText() : undefined
}

/** Kinds whose shape depends on the object itself. */
const decisions: Readonly<Record<string, Decide>> = {
  xObject(object, deep) {
    if (!(object instanceof PDFRawStream)) return undefined
    if (object.dict.has(PDFName.of('OC'))) throw new NotRewritable('layers')
    const subtype = typeOf(object, 'Subtype')
    if (subtype === 'Image') return decisions.image?.(object, deep)
    if (subtype !== 'Form') throw new NotRewritable('broken')
    return copyStream(object, 'form', deep)
  },
  appearance(object, deep) {
    if (!(object instanceof PDFRawStream)) return undefined
    if (object.dict.has(PDFName.of('OC'))) throw new NotRewritable('layers')
    const form = copyStream(object, 'form', deep)
    form.dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
    return form
  },
  image(object, deep) {
    if (!(object instanceof PDFRawStream)) return undefined
    checkPixels(object.dict)
    return copyStream(object, 'image', deep)
  },
  mask: (object, { copy }) => copy(object instanceof PDFArray ? 'plain' : 'image', object),
  resources(object, deep) {
    if (!(object instanceof PDFDict)) return undefined
    refuseLayers(object)
    return copyDict(object, 'resources', deep)
  },
  pattern(object, deep) {
    if (object instanceof PDFRawStream) return copyStream(object, 'tiling', deep)
    return object instanceof PDFDict ? copyDict(object, 'shadingPattern', deep) : undefined
  },
  function(object, deep) {
    if (object instanceof PDFName) return object
    if (object instanceof PDFRawStream) return copyStream(object, 'function', deep)
    return object instanceof PDFDict ? copyDict(object, 'function', deep) : undefined
  },
  softMask(object, deep) {
    if (object instanceof PDFName) return object
    return object instanceof PDFDict ? copyDict(object, 'maskGroup', deep) : undefined
  },
  encoding(object, deep) {
    if (object instanceof PDFName) return object
    if (object instanceof PDFRawStream) return copyStream(object, 'cmapStream', deep)
    return object instanceof PDFDict ? copyDict(object, 'differences', deep) : undefined
  },
  cmap(object, deep) {
    if (object instanceof PDFName) return object
    return object instanceof PDFRawStream ? copyStream(object, 'cmapStream', deep) : undefined
  },
  nameOrData(object, deep) {
    if (object instanceof PDFName) return object
    return object instanceof PDFRawStream ? copyStream(object, 'data', deep) : undefined
  },
  sizedFont(object, { to, copy }) {
    const [font, size] = object instanceof PDFArray ? object.asArray() : []
    const copied = [copy('font', font), copy('plain', size)]
    if (!copied[0] || !copied[1]) return undefined
    const list = PDFArray.withContext(to)
    for (const one of copied) if (one) list.push(one)
    return list
  },
  colourSpace: copyColourSpace,
}

/** The kinds of the parts of a colour space, after its name. */
const colourSpaces: Readonly<Record<string, readonly string[]>> = {
  ICCBased: ['colourProfile'],
  Indexed: ['colourSpace', 'plain', 'lookup'],
  I: ['colourSpace', 'plain', 'lookup'],
  Separation: ['plain', 'colourSpace', 'function'],
  DeviceN: ['plain', 'colourSpace', 'function'],
  Pattern: ['colourSpace'],
  CalGray: ['calibration'],
  CalRGB: ['calibration'],
  CalCMYK: ['calibration'],
  Lab: ['calibration'],
  DeviceGray: [],
  DeviceRGB: [],
  DeviceCMYK: [],
}

function copyColourSpace(object: PDFObject, { from, to, copy }: Deep): PDFObject | undefined {
  if (object instanceof PDFName) return object
  if (!(object instanceof PDFArray)) throw new NotRewritable('broken')
  const name = object.lookup(0)
  const kinds = name instanceof PDFName ? colourSpaces[name.decodeText()] : undefined
  if (!name || !kinds) throw new NotRewritable('broken')
  const list = PDFArray.withContext(to)
  list.push(name)
  for (const [index, kind] of kinds.entries()) {
    if (index + 1 >= object.size()) break
    const part = object.get(index + 1)
    const isData = kind === 'lookup' && from.lookup(part) instanceof PDFRawStream
    const copied = copy(kind === 'lookup' ? (isData ? 'data' : 'plain') : kind, part)
    if (!copied) throw new NotRewritable('broken')
    list.push(copied)
  }
  return list
}

/** Refuses layers: the settings that show or hide parts of a page are stored outside it and would be lost. */
function refuseLayers(resources: PDFDict): void {
  const properties = resources.lookup(PDFName.of('Properties'))
  if (!(properties instanceof PDFDict)) return
  for (const [name] of properties.entries()) {
    const one = properties.lookup(name)
    if (!(one instanceof PDFDict)) continue
    const isLayer = ['OCG', 'OCMD'].includes(typeOf(one, 'Type') ?? '') || one.has(PDFName.of('OCGs'))
    if (isLayer) throw new NotRewritable('layers')
  }
}

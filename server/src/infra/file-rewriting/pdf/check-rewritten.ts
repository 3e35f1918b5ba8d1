import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { NotRewritable } from './refusals.ts'
import { allowedKeys, namesBehind } from './shapes.ts'

/** Parses a rewritten file once more, and throws NotRewritable if an object in it has a key that no page needs. */
export async function checkRewritten(file: Uint8Array): Promise<void> {
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

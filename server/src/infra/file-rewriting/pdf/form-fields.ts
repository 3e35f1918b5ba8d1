import {
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  PDFName,
  PDFOptionList,
  PDFTextField,
} from '@cantoo/pdf-lib'
import { NotRewritable } from './refusals.ts'

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

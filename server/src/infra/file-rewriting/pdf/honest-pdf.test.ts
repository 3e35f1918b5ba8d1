import { PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { Document, Image, Page, renderToBuffer, Text, View } from '@react-pdf/renderer'
import { createElement } from 'react'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { packed, pdfLimits, pdfOf, rewrittenOf } from '../../../../test/pdf.ts'
import { refusals } from './refusals.ts'
import { rewritePdf } from './rewrite-pdf.ts'

async function wordsOf(file: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false })
  return text
}

/** Checks that the text of each page is unchanged, and returns the result. */
async function sameWords(file: Uint8Array): Promise<Buffer> {
  const made = await rewrittenOf(file)
  expect(await wordsOf(made)).toEqual(await wordsOf(file))
  return made
}

const photo = async () => {
  const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  return await drawn
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Femi Adeyemi' } })
    .toBuffer()
}

/** A form as a lab fills it in, with a text, a choice, a tick and a button of several. */
async function filledForm(): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 400])
  page.drawText('Histology report', { x: 20, y: 360 })
  const form = document.getForm()
  const name = form.createTextField('patient.name')
  name.setText('Ngozi Obi')
  name.addToPage(page, { x: 20, y: 300, width: 200, height: 24 })
  const lines = form.createTextField('remarks')
  lines.enableMultiline()
  lines.setText('Margins are free.\nNo growth seen.')
  lines.addToPage(page, { x: 20, y: 200, width: 300, height: 60 })
  const kind = form.createDropdown('kind')
  kind.addOptions(['Biopsy', 'Resection'])
  kind.select('Resection')
  kind.addToPage(page, { x: 20, y: 160, width: 120, height: 24 })
  const tick = form.createCheckBox('malignant')
  tick.addToPage(page, { x: 20, y: 120, width: 20, height: 20 })
  tick.check()
  const empty = form.createTextField('nothing')
  empty.addToPage(page, { x: 20, y: 80, width: 100, height: 20 })
  return document
}

describe('a PDF as usual programs make it', () => {
  test('with words, a picture and several pages', async () => {
    const image = `data:image/jpeg;base64,${(await photo()).toString('base64')}`
    const page = (number: number) =>
      createElement(
        Page,
        { key: number },
        createElement(
          Text,
          { style: { fontFamily: 'Times-Roman' } },
          `Page ${number}: Hæmoglobin 12.1 g/dL, μ`,
        ),
        createElement(View, null, createElement(Image, { src: image, style: { width: 60 } })),
      )
    const element = createElement(Document, { author: 'Dr Bello' }, [1, 2, 3].map(page))
    const made = await sameWords(await renderToBuffer(element))
    const text = made.toString('latin1')
    expect(text).toMatch(/\/Width 60\n\/Height 40/)
    expect(text).not.toMatch(/Femi|Bello|Exif/)
  })

  test('with form fields: their values are on the page, and can no longer be filled in', async () => {
    const document = await filledForm()
    const made = await rewrittenOf(await document.save())
    const [words = ''] = await wordsOf(made)
    for (const said of ['Histology report', 'Ngozi Obi', 'Margins are free.', 'No growth seen.', 'Resection'])
      expect(words).toContain(said)
    expect(words).not.toContain('Biopsy')
    const page = await (await getDocumentProxy(new Uint8Array(made))).getPage(1)
    expect(await page.getAnnotations()).toEqual([])
    expect(made.toString('latin1').match(/\/LabalabaNote\d+ \d+ 0 R/g)?.length).toBeGreaterThanOrEqual(4)
  })

  test('with form fields that the viewer draws', async () => {
    const document = await filledForm()
    const form = document.getForm()
    form.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true))
    const field = form.getTextField('patient.name')
    field.acroField.dict.set(PDFName.of('V'), PDFString.of('Zara Obi'))
    const bytes = await document.save({ updateFieldAppearances: false })
    expect((await wordsOf(await rewrittenOf(bytes)))[0]).toContain('Zara Obi')
  })

  test('with a field without an appearance: it is drawn, or refused if the usual fonts lack its letters', async () => {
    const undrawn = async (value: string) => {
      const document = await filledForm()
      const { acroField } = document.getForm().getTextField('patient.name')
      for (const { dict } of acroField.getWidgets()) dict.delete(PDFName.of('AP'))
      acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(value))
      return await document.save({ updateFieldAppearances: false })
    }
    expect((await wordsOf(await rewrittenOf(await undrawn('Chidi Obi'))))[0]).toContain('Chidi Obi')
    expect(await rewritePdf(await undrawn('\u1ecda \u4e2d'), pdfLimits)).toEqual({ refused: refusals.form })
  })

  test('with notes and stamps that have an appearance, on a page with a transformed pen', async () => {
    const document = await PDFDocument.create()
    const font = await document.embedFont(StandardFonts.Helvetica)
    const page = document.addPage([400, 400])
    page.drawText('Electrocardiogram', { x: 20, y: 360, font })
    const { context } = document
    const look = context.register(
      context.stream('BT /F1 12 Tf 2 5 Td (Seen by Dr Bello) Tj ET', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 100, 20],
        Resources: { Font: { F1: font.ref } },
      }),
    )
    for (const [subtype, words] of [
      ['FreeText', 'Seen by Dr Bello'],
      ['Stamp', 'Draft'],
    ] as const)
      page.node.addAnnot(
        context.register(
          context.obj({
            Type: 'Annot',
            Subtype: subtype,
            Rect: [100, 100, 300, 140],
            F: 4,
            AP: { N: look },
            Contents: PDFString.of(words),
          }),
        ),
      )
    page.node.addContentStream(context.register(context.stream('q 0 1 -1 0 300 0 cm')))
    const made = await rewrittenOf(await document.save())
    const [words = ''] = await wordsOf(made)
    expect(words.match(/Seen by Dr Bello/g)).toHaveLength(2)
    const { items } = await (await (await getDocumentProxy(new Uint8Array(made))).getPage(1)).getTextContent()
    const at = items.flatMap((item) =>
      'str' in item && item.str.startsWith('Seen') ? [item.transform.slice(4)] : [],
    )
    expect(at).toEqual([
      [104, 110],
      [104, 110],
    ])
  })

  test('with packed objects', async () => {
    const document = await PDFDocument.create()
    for (const number of [1, 2]) document.addPage().drawText(`Page ${number} of a scan`)
    await sameWords(await document.save({ useObjectStreams: true }))
    await sameWords(
      pdfOf({ objects: [packed('300 0 << /Type /Outlines >>', '/Type /ObjStm /N 1 /First 6')] }),
    )
  })

  test('with an incremental update: the last state is kept', async () => {
    const before = pdfOf({ words: 'Glucose 4.8' })
    const said = 'BT /F1 24 Tf 72 720 Td (Glucose 5.1) Tj ET'
    const object = `4 0 obj\n<< /Length ${said.length} >>\nstream\n${said}\nendstream\nendobj\n`
    const start = /startxref\n(\d+)\n%%EOF\n$/.exec(before.toString('latin1'))?.[1]
    const table = `xref\n4 1\n${String(before.length).padStart(10, '0')} 00000 n \n`
    const trailer = `trailer\n<< /Size 400 /Root 1 0 R /Prev ${start} >>\nstartxref\n${before.length + object.length}\n%%EOF\n`
    const made = await sameWords(Buffer.concat([before, Buffer.from(object + table + trailer, 'latin1')]))
    expect(await wordsOf(made)).toEqual(['Glucose 5.1'])
  })

  test('that two readers understand differently is refused', async () => {
    const file = pdfOf({ words: 'Glucose 4.8' }).toString('latin1')
    const said = 'BT /F1 24 Tf 72 720 Td (Glucose 9.9) Tj ET'
    const hidden = `4 0 obj\n<< /Length ${said.length} >>\nstream\n${said}\nendstream\nendobj\n`
    // No table names the second object of that number.
    const both = Buffer.from(file.replace(/xref\n0 1/, `${hidden}xref\n0 1`), 'latin1')
    const moved = Buffer.from(
      both
        .toString('latin1')
        .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + hidden.length}`),
      'latin1',
    )
    expect(await rewritePdf(moved, pdfLimits)).toEqual({ refused: refusals.broken })
  })

  test('with links and bookmarks, which are removed, and an empty field, which needs no appearance', async () => {
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>'
    const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 90 9] >>'
    await sameWords(
      pdfOf({
        page: '/Annots [300 0 R 301 0 R]',
        catalog: '/Outlines 302 0 R',
        objects: [link, field, '<< /Type /Outlines >>'],
      }),
    )
  })

  test('of a hundred pages', async () => {
    const made = await rewritePdf(pdfOf({ pages: 100 }), pdfLimits)
    expect(made).toMatchObject({ pages: 100 })
  })
})

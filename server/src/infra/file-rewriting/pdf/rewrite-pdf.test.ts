import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { largestAttachment } from '@labalaba/contract'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { packed, pdfLimits, pdfOf, rewrittenOf } from '../../../../test/pdf.ts'
import { refusals } from './refusals.ts'
import { rewritePdf } from './rewrite-pdf.ts'

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
const layer = '<< /Type /OCG /Name (Draft) >>'
const looks = (words: string) =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >> /Length ${words.length + 26} >>\nstream\nBT /F1 12 Tf 2 5 Td (${words}) Tj ET\nendstream`
const note = (says: string) => `<< /Type /Annot /Rect [50 50 250 70] ${says} >>`
/** A page with these annotations, the first of which is object 300. */
const noted = (...objects: string[]) =>
  pdfOf({ page: '/Annots [300 0 R]', objects: objects.map((one) => (one.startsWith('/') ? note(one) : one)) })

/** The names that a file has outside its packed bytes, however they are spelt. */
function namesIn(file: Buffer): string {
  const text = file.toString('latin1').replace(/stream\r?\n[\s\S]*?endstream/g, '')
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}
const forbidden =
  /\/(JavaScript|JS|Launch|AA|OpenAction|URI|GoTo[RE]|SubmitForm|ImportData|EmbeddedFiles?|EF|Filespec|UF|RichMedia|Rendition|Movie|Sound|Names|AcroForm|XFA|Annots|A|Metadata|PieceInfo|Info|StructTreeRoot|OCProperties|OCG|Encrypt|ObjStm|Thumb|Outlines|Dests|Author)(?![A-Za-z0-9])/

async function wordsOf(file: Uint8Array): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false })).text
}

describe('actions and embedded files of a PDF are removed', () => {
  const embedded = '<< /Length 5 >>\nstream\nhello\nendstream'
  const hostile: Readonly<Record<string, Buffer>> = {
    'a script when it opens': pdfOf({ catalog: `/OpenAction ${script}` }),
    'a script that is spelt by numbers': pdfOf({
      catalog: '/OpenAction << /S /J#61vaScri#70t /JS (app.alert(1)) >>',
    }),
    'a script in the tree of names': pdfOf({
      catalog: '/Names << /JavaScript << /Names [(a) 300 0 R] >> >>',
      objects: [script],
    }),
    'a script that runs on a page': pdfOf({ page: `/AA << /O ${script} >>` }),
    'a script that runs as it closes': pdfOf({ catalog: `/AA << /WC ${script} >>` }),
    'a script behind a link': noted(`/Subtype /Link /A ${script}`),
    'a script in packed objects': pdfOf({
      catalog: '/OpenAction 300 0 R',
      objects: [packed(`300 0 ${script}`, '/Type /ObjStm /N 1 /First 6')],
    }),
    'a program that is started': pdfOf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
    'an address that is opened': pdfOf({ catalog: '/OpenAction << /S /URI /URI (https://example.org) >>' }),
    'another file that is opened': pdfOf({ catalog: '/OpenAction << /S /GoToR /F (a.pdf) /D [0 /Fit] >>' }),
    'a file inside that is opened': pdfOf({
      catalog: '/OpenAction << /S /GoToE /T << /R /C /N (a) >> /D [0 /Fit] >>',
    }),
    'a form that is sent': noted(`/Subtype /Widget /FT /Btn /Ff 65536 /A << /S /SubmitForm /F (x) >>`),
    'a file inside': pdfOf({
      catalog:
        '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 300 0 R >> >>] >> >>',
      objects: [embedded],
    }),
    'a file inside that is none by its type': pdfOf({
      catalog: '/AF [<< /EF << /F 300 0 R >> >>]',
      objects: [embedded],
    }),
    'a file behind a mark': noted(
      '/Subtype /FileAttachment /FS << /EF << /F 301 0 R >> >> /AP << /N 302 0 R >>',
      embedded,
      looks('see file'),
    ),
    'what it says about itself': pdfOf({
      catalog:
        '/Metadata 300 0 R /PieceInfo << /X << /Private (a) >> >> /StructTreeRoot << /Type /StructTreeRoot >>',
      objects: ['<< /Type /Metadata /Length 5 >>\nstream\nhello\nendstream', '<< /Author (Dr Bello) >>'],
      trailer: '/Info 301 0 R',
    }),
    'more bytes behind it': Buffer.concat([pdfOf(), Buffer.from('PK\u0003\u0004<script>alert(1)</script>')]),
  }

  test.each(Object.entries(hostile))('%s', async (_name, file) => {
    const made = await rewrittenOf(file)
    expect(namesIn(made)).not.toMatch(forbidden)
    expect(made.toString('latin1')).not.toMatch(/alert|example\.org|cmd\.exe|hello|Bello|<script/)
    const [words = ''] = await wordsOf(made)
    expect(words).toContain('Sinus rhythm')
    const document = await getDocumentProxy(new Uint8Array(made))
    expect([await document.getJSActions(), await document.getAttachments()]).toEqual([null, null])
    expect(await (await document.getPage(1)).getAnnotations()).toEqual([])
  })
})

describe('content of a PDF that cannot be converted is refused with a message', () => {
  const good = pdfOf()
  const image = (said: string, bytes = '0') =>
    `<< /Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 ${said} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`
  const withImage = (object: string) => pdfOf({ resources: '/XObject << /Im 300 0 R >>', objects: [object] })
  const bomb = (size: number) => deflateSync(Buffer.alloc(size)).toString('latin1')
  const refused: Readonly<Record<string, readonly [file: Buffer, says: string]>> = {
    'is empty': [Buffer.alloc(0), refusals.noPdf],
    'is a page of the web': [Buffer.from('<html>%PDF-1.7 %%EOF'), refusals.noPdf],
    'has a program before it': [Buffer.concat([Buffer.from('#!/bin/sh\n'), good]), refusals.noPdf],
    'is a PDF in its first word only': [Buffer.from('%PDF-1.7\n%%EOF'), refusals.broken],
    'was cut off': [pdfOf({ pages: 40 }).subarray(0, 2000), refusals.broken],
    'is too large': [Buffer.concat([good, Buffer.alloc(largestAttachment), good]), refusals.tooLarge],
    'has 101 pages': [pdfOf({ pages: 101 }), refusals.tooLong],
    'is encrypted': [pdfOf({ trailer: '/Encrypt 300 0 R', objects: ['<< >>'] }), refusals.locked],
    'is a form that draws itself': [
      pdfOf({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }),
      refusals.dynamicForm,
    ],
    'has a part of a page that may be hidden': [
      pdfOf({ resources: '/Properties << /L 300 0 R >>', objects: [layer] }),
      refusals.layers,
    ],
    'has a picture that may be hidden': [withImage(image('/Width 1 /Height 1 /OC 301 0 R')), refusals.layers],
    'has a note that may be hidden': [noted(`/Subtype /Stamp /OC ${layer}`), refusals.layers],
    'has a film': [noted('/Subtype /RichMedia'), refusals.media],
    'has a note that opens': [noted('/Subtype /Text /Contents (Repeat the test)'), refusals.comments],
    'has a mark without a look': [noted('/Subtype /Square'), refusals.annotation],
    'has a field without a look': [noted('/Subtype /Widget /FT /Tx /V (5.1)'), refusals.form],
    'has a field that looks otherwise than it is filled in': [
      noted('/Subtype /Widget /FT /Tx /T (a) /V (5.1) /AP << /N 301 0 R >>', looks('4.8')),
      refusals.form,
    ],
    'prints what it does not show': [
      noted('/Subtype /Stamp /F 36 /AP << /N 301 0 R >>', looks('VOID')),
      refusals.onlyPrinted,
    ],
    'has a page tree that goes round': [pdfOf({ kids: ['2 0 R'] }), refusals.broken],
    'has the same page twice': [pdfOf({ kids: ['10 0 R'] }), refusals.broken],
    'has a page that is not there': [pdfOf({ kids: ['99 0 R'] }), refusals.broken],
    'has a picture of too many pixels': [withImage(image('/Width 100000 /Height 100000')), refusals.tooMuch],
    'has a picture that unpacks to too much': [
      withImage(image('/Width 8 /Height 8 /Filter /FlateDecode', bomb(80 * 1024 * 1024))),
      refusals.tooMuch,
    ],
    'has words that unpack to too much': [
      pdfOf({
        contents: `<< /Filter /FlateDecode /Length ${bomb(80 * 1024 * 1024).length} >>\nstream\n${bomb(80 * 1024 * 1024)}\nendstream`,
      }),
      refusals.tooMuch,
    ],
    'is packed in an unknown way': [
      pdfOf({ contents: '<< /Filter /Secret /Length 2 >>\nstream\nab\nendstream' }),
      refusals.broken,
    ],
    'has its words in another file': [
      pdfOf({ contents: '<< /F (other.pdf) /Length 2 >>\nstream\nab\nendstream' }),
      refusals.broken,
    ],
    'has a picture of a kind that is none': [
      withImage(image('/Width 8 /Height 8 /Filter /DCTDecode', '<html>')),
      refusals.broken,
    ],
    'has a program in the place of a drawing': [
      pdfOf({
        resources: '/XObject << /X 300 0 R >>',
        objects: ['<< /Type /XObject /Subtype /PS /Length 2 >>\nstream\nab\nendstream'],
      }),
      refusals.broken,
    ],
  }

  test.each(Object.entries(refused))('%s', async (_name, [file, says]) => {
    expect(await rewritePdf(file, pdfLimits)).toEqual({ refused: says })
  })

  test('a cyclic cross-reference table that two readers still agree on is accepted or refused', async () => {
    const text = good.toString('latin1')
    const start = /startxref\n(\d+)/.exec(text)?.[1] ?? ''
    const round = Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${start}`), 'latin1')
    const made = await rewritePdf(round, pdfLimits)
    expect('refused' in made ? made.refused : made.pages).toBeTruthy()
  })

  test('any bytes get a clear error message', async () => {
    const whole = pdfOf({ objects: [packed('300 0 << >>', '/Type /ObjStm /N 1 /First 6')] })
    const changed = fc
      .tuple(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 30 }),
        fc.nat(whole.length),
      )
      .map(([changes, end]) => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        return end % 2 === 0 ? bytes : Buffer.concat([bytes.subarray(0, end), whole])
      })
    const garbage = fc
      .uint8Array({ maxLength: 400 })
      .map((bytes) =>
        Buffer.concat([Buffer.from('%PDF-1.4\n'), bytes, deflateSync(bytes), Buffer.from('\n%%EOF')]),
      )
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, garbage), async (file) => {
        const made = await rewritePdf(file, pdfLimits)
        if ('refused' in made) expect(Object.values<string>(refusals)).toContain(made.refused)
        else expect(namesIn(Buffer.from(made.file))).not.toMatch(forbidden)
      }),
      { numRuns: 150, seed: 20_261_126 },
    )
  }, 120_000)
})

test('the same file gives the same bytes, and rewriting the result changes nothing', async () => {
  const file = pdfOf({ pages: 3 })
  const [first, second] = [await rewrittenOf(file), await rewrittenOf(file)]
  expect(first.equals(second)).toBe(true)
  expect(await wordsOf(await rewrittenOf(first))).toEqual(await wordsOf(file))
})

test('five megabytes of noise in a picture are rewritten whole, in bounded time', async () => {
  const noise = randomBytes(4_600_000).toString('latin1')
  const object = `<< /Type /XObject /Subtype /Image /Width 2300 /Height 2000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${noise.length} >>\nstream\n${noise}\nendstream`
  const begun = process.cpuUsage()
  const made = await rewrittenOf(pdfOf({ resources: '/XObject << /Im 300 0 R >>', objects: [object] }))
  const { user, system } = process.cpuUsage(begun)
  expect(made.length).toBeGreaterThan(4_600_000)
  expect((user + system) / 1_000_000).toBeLessThan(8)
}, 60_000)

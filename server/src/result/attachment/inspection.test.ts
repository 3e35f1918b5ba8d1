import { deflateSync } from 'node:zlib'
import { largestAttachment } from '@labalaba/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packed, pdfOf } from '../../../test/pdf.ts'
import { inspectPdf } from './inspection.ts'
import { refusals } from './words.ts'

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

describe('a PDF that a report takes', () => {
  test.each([1, 3, 100])('of %i pages is counted', async (pages) => {
    expect(await inspectPdf(pdfOf({ pages }))).toEqual({ pages, sha1: expect.any(Uint8Array) })
  })

  test('may have links, an outline and packed objects, which most programs write', async () => {
    const objects = [
      '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.org) >> >>',
      packed('300 0 << /Type /Outlines >>', '/Type /ObjStm /N 1 /First 6'),
    ]
    expect(await inspectPdf(pdfOf({ objects, words: 'JavaScript is a word too' }))).toMatchObject({
      pages: 1,
    })
  })
})

describe('a PDF that is not taken', () => {
  const other: Readonly<Record<string, readonly [file: Buffer, says: string]>> = {
    'is empty': [Buffer.alloc(0), refusals.noPdf],
    'is a page of the web with the name of a PDF': [Buffer.from('<html>%PDF-1.7 %%EOF'), refusals.noPdf],
    'has a program before it': [Buffer.concat([Buffer.from('#!/bin/sh\n'), pdfOf()]), refusals.noPdf],
    'is a PDF in its first word only': [Buffer.from('%PDF-1.7\n%%EOF'), refusals.broken],
    'was cut off': [pdfOf({ pages: 40 }).subarray(0, 2000), refusals.broken],
    'has other bytes after it': [Buffer.concat([pdfOf(), Buffer.alloc(4096, 'PK')]), refusals.broken],
    'is too large': [Buffer.concat([pdfOf(), Buffer.alloc(largestAttachment), pdfOf()]), refusals.tooLarge],
    'has too many pages': [pdfOf({ pages: 101 }), refusals.tooLong],
    'is encrypted': [pdfOf({ trailer: '/Encrypt 300 0 R', objects: ['<< >>'] }), refusals.locked],
    'runs a program': [pdfOf({ catalog: `/OpenAction ${script}` }), refusals.active],
    'names it letter by number': [
      pdfOf({ catalog: '/OpenAction << /S /J#61vaScri#70t /JS (1) >>' }),
      refusals.active,
    ],
    'has it packed': [pdfOf({ objects: [packed(`300 0 ${script}`)] }), refusals.active],
    'has it packed in what it calls a picture': [
      pdfOf({ objects: [packed(`300 0 ${script}`, '/Subtype /Image /N 1 /F#69rst 6')] }),
      refusals.active,
    ],
    'has it packed behind a length that is not so': [
      pdfOf({ objects: [packed(`300 0 ${script}`).replace(/\/Length \d+/, '/Length 2')] }),
      refusals.active,
    ],
    'has it packed twice': [
      pdfOf({
        objects: [
          packed(deflateSync(`300 0 ${script}`).toString('latin1')).replace(
            '/FlateDecode',
            '[/FlateDecode /FlateDecode]',
          ),
        ],
      }),
      refusals.broken,
    ],
    'says twice how it is packed': [
      pdfOf({ objects: [packed(`300 0 ${script}`, '/First 6 /N 1 /Filter [/LZWDecode]')] }),
      refusals.broken,
    ],
    'has it packed in an unusual way': [
      pdfOf({ objects: [packed(`300 0 ${script}`).replace('/FlateDecode', '/ASCIIHexDecode')] }),
      refusals.broken,
    ],
    'says elsewhere how it is packed': [
      pdfOf({ objects: [packed(`300 0 ${script}`).replace('/FlateDecode', '5 0 R')] }),
      refusals.broken,
    ],
    'starts another program': [
      pdfOf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
      refusals.active,
    ],
    'has a form that is sent': [pdfOf({ objects: ['<< /S /SubmitForm /F (x) >>'] }), refusals.active],
    'has another file inside': [
      pdfOf({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 300 0 R] >> >>', objects: ['<< >>'] }),
      refusals.filled,
    ],
    'unpacks to far more than it is': [
      pdfOf({ objects: [packed(' '.repeat(40 * 1024 * 1024))] }),
      refusals.broken,
    ],
  }

  test.each(Object.entries(other))('%s', async (_name, [file, says]) => {
    expect(await inspectPdf(file)).toEqual({ refused: says })
  })

  test('whatever bytes it has, it is answered in words', async () => {
    const good = pdfOf({ objects: [packed('300 0 << >>')] })
    const changed = fc
      .tuple(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 30 }), fc.nat(good.length))
      .map(([changes, end]) => {
        const bytes = Buffer.from(good)
        for (const [at, byte] of changes) bytes[at] = byte
        return end % 2 === 0 ? bytes : Buffer.concat([bytes.subarray(0, end), good])
      })
    const garbage = fc
      .uint8Array({ maxLength: 400 })
      .map((bytes) =>
        Buffer.concat([Buffer.from('%PDF-1.4\n'), bytes, deflateSync(bytes), Buffer.from('\n%%EOF')]),
      )
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, garbage), async (file) => {
        const found = await inspectPdf(file)
        expect('refused' in found ? found.refused : found.pages).toBeTruthy()
      }),
      { numRuns: 300, seed: 20_261_122 },
    )
  }, 60_000)
})

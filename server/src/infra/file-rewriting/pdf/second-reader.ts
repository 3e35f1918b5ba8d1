import { getDocumentProxy } from 'unpdf'
import { NotRewritable } from './refusals.ts'

type Reader = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Reader['getPage']>>

/**
 * Compares the original and the rewritten file with the parser that browsers use, a different one from that of the
 * rewriter. Throws NotRewritable unless both have the same pages with the same words, followed by the words of the fields
 * and notes.
 */
export async function compareByWords(before: Uint8Array, after: Uint8Array): Promise<void> {
  const [original, rewritten] = [await read(before), await read(after)]
  if (original.numPages !== rewritten.numPages) throw new NotRewritable('broken')
  for (let number = 1; number <= original.numPages; number += 1) {
    const page = await original.getPage(number)
    const had = await wordsOf(page)
    const copy = await rewritten.getPage(number)
    const has = await wordsOf(copy)
    if (!has.startsWith(had)) throw new NotRewritable('broken')
    await findNotes(page, has.slice(had.length))
    page.cleanup()
    copy.cleanup()
  }
}

async function read(file: Uint8Array): Promise<Reader> {
  try {
    // A copy, because the parser takes ownership of the bytes.
    return await getDocumentProxy(new Uint8Array(file), { verbosity: 0, stopAtErrors: false })
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException'
    throw new NotRewritable(isLocked ? 'locked' : 'broken', { cause })
  }
}

const packed = (words: string) => words.normalize('NFKC').replace(/[\s\p{C}]/gu, '')

async function wordsOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent()
  return packed(items.map((item) => ('str' in item ? item.str : '')).join(''))
}

type Note = {
  readonly subtype?: string
  readonly fieldType?: string
  readonly fieldValue?: unknown
  readonly hidden?: boolean
  readonly noView?: boolean
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[]
  readonly contentsObj?: { readonly str?: string }
}

/** Checks that the words of fields and notes are now part of the page. */
async function findNotes(page: Page, drawn: string): Promise<void> {
  const notes: Note[] = await page.getAnnotations()
  for (const note of notes) {
    if (note.hidden || note.noView) continue
    if (note.subtype === 'FreeText' && !drawn.includes(packed(note.contentsObj?.str ?? '')))
      throw new NotRewritable('annotation')
    if (note.fieldType !== 'Tx' && note.fieldType !== 'Ch') continue
    for (const value of [note.fieldValue ?? ''].flat().map(String)) {
      const shown = note.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value
      if (!drawn.includes(packed(shown))) throw new NotRewritable('form')
    }
  }
}

import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

const file = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url))

/** Registers our fonts for drawing PDFs. Each drawing thread calls it once. */
export function registerFonts(): void {
  Font.register({
    family: 'Noto Sans',
    fonts: [
      { src: file('noto-sans-400'), fontWeight: 400 },
      { src: file('noto-sans-600'), fontWeight: 600 },
    ],
  })
  Font.register({ family: 'Brygada', src: file('brygada-600'), fontWeight: 600 })
  // Names are not English words: they are broken only if they do not fit on a line.
  Font.registerHyphenationCallback((word) => wordParts(word, longest(word)))
}

/** How words are broken in a narrow column, where those of more than twenty letters may not fit. */
export function breakLongWords(word: string | null): string[] {
  return wordParts(word ?? '', 20)
}

function wordParts(word: string, longest: number): string[] {
  return word.match(word.length > longest ? parts : /.+/gu) ?? [word]
}

/** Parts of a word that fit into the narrowest column, even if all of its letters are wide. */
const parts = /.{1,16}/gu

/**
 * The length up to which a word stays whole. Numbers of orders and payments have up to 29 characters; an address must be
 * typed as printed.
 */
function longest(word: string): number {
  return word.includes('/') ? 64 : 32
}

import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

const file = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url))

/** Teaches the drawing of PDFs our letters. To be called once by each thread that draws. */
export function learnLetters(): void {
  Font.register({
    family: 'Noto Sans',
    fonts: [
      { src: file('noto-sans-400'), fontWeight: 400 },
      { src: file('noto-sans-600'), fontWeight: 600 },
    ],
  })
  Font.register({ family: 'Brygada', src: file('brygada-600'), fontWeight: 600 })
  // Names are not English words: they are broken only where they would not fit on a line.
  Font.registerHyphenationCallback((word) =>
    word.length > 64 ? (word.match(/.{1,40}/gu) ?? [word]) : [word],
  )
}

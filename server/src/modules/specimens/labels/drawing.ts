import { brand } from '@labalaba/contract'
import { Document, Page, Path, renderToBuffer, Svg } from '@react-pdf/renderer'
import JsBarcode from 'jsbarcode'
import { createElement as draw, type ReactElement } from 'react'
import { box, text } from '../../../infra/pdf/elements.ts'
import { registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { qrCodePath } from '../../../infra/pdf/qr-code.ts'
import type { Label, LabelSheet } from './content.ts'

registerFonts()

/** One millimetre, in points. */
const millimetres = 72 / 25.4

/** A label of the strip that label printers take: 50 by 25 mm. */
const strip: [number, number] = [50 * millimetres, 25 * millimetres]

/** The most common label sheet: three columns and eleven rows, each label 70 by 25.4 mm. */
const cell = { width: 70 * millimetres, height: 25.4 * millimetres }

const black = '#000'
const font = { fontFamily: 'Noto Sans', fontWeight: 400, color: black, lineHeight: 1.15 } as const

const styles = {
  sheet: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    paddingVertical: 8.8 * millimetres,
  },
  cell: { ...cell, alignItems: 'center', justifyContent: 'center' },
  label: {
    width: strip[0],
    height: strip[1] - 0.5,
    paddingTop: 1.4 * millimetres,
    paddingHorizontal: 2.4 * millimetres,
    alignItems: 'center',
  },
  top: { flexDirection: 'row', width: '100%', height: 12.4 * millimetres },
  words: { flex: 1, paddingRight: 1.5 * millimetres },
  patient: { ...font, fontWeight: 600, fontSize: 7.5 },
  line: { ...font, fontSize: 5.6 },
  small: { ...font, fontSize: 5 },
  qrCode: { width: 11 * millimetres, height: 11 * millimetres },
  accession: { ...font, fontWeight: 600, fontSize: 7, letterSpacing: 0.6, marginTop: 0.4 * millimetres },
} as const

/** The largest width of a module: wide enough for any scanner; narrower only if a long number would not fit. */
const widest = 0.33 * millimetres

/** Draws labels: each on its own strip, or three side by side on a sheet of A4 labels. */
export async function drawLabels(content: LabelSheet): Promise<Uint8Array> {
  return await renderToBuffer(sheet(content))
}

/** The entry of the renderer's threads. */
export const render = inThread(drawLabels)

/** The title contains no name, as lists of files show it. */
function sheet({ layout, labels }: LabelSheet): ReactElement<Document['props']> {
  const about = { title: 'Labels', author: brand.name, creator: brand.name, producer: brand.name }
  const cells = labels.map((label) => box(styles.cell, [drawLabel(label)], { wrap: false }))
  const pages =
    layout === 'single'
      ? labels.map((label) => draw(Page, { size: strip }, drawLabel(label)))
      : [draw(Page, { size: 'A4', style: styles.sheet }, ...cells)]
  return draw(Document, { ...about, language: 'en-NG' }, ...pages)
}

function drawLabel(label: Label): ReactElement {
  const words = [
    line(label.patient, styles.patient),
    line(label.person, styles.line),
    line(label.tube, styles.line),
    line(label.taken, styles.line),
    line(label.order, styles.small),
  ]
  return box(styles.label, [
    box(styles.top, [box(styles.words, words), qrCode(label.accession)]),
    bars(label.accession),
    text(styles.accession, label.accession),
  ])
}

/** A text that is too long for its line is cut, so that it never pushes the bars off the label. */
function line(words: string, style: (typeof styles)['line' | 'patient' | 'small']): ReactElement {
  return text({ ...style, maxLines: 1, textOverflow: 'ellipsis' }, words)
}

function qrCode(accession: string): ReactElement {
  const { size, dark } = qrCodePath(accession, 0)
  const props = { viewBox: `0 0 ${size} ${size}`, style: styles.qrCode }
  return draw(Svg, props, draw(Path, { d: dark, fill: '#000' }))
}

function bars(accession: string): ReactElement {
  const { modules, bars: all } = barsOf(accession)
  const height = 10
  const d = all.map(({ at, width }) => `M${at} 0h${width}v${height}h-${width}z`).join('')
  const style = { width: Math.min(modules * widest, 44 * millimetres), height: 6.6 * millimetres }
  const props = { viewBox: `0 0 ${modules} ${height}`, preserveAspectRatio: 'none', style }
  return draw(Svg, props, draw(Path, { d, fill: '#000' }))
}

/** The bars of a text in Code 128 in modules, without the quiet zones that a scanner needs on both sides. */
export function barsOf(text: string): { modules: number; bars: { at: number; width: number }[] } {
  const drawn: { encodings?: readonly { readonly data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('')
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => ({ at: index, width: bar.length }))
  return { modules: modules.length, bars }
}

import { brand } from '@labalaba/contract'
import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement, type ReactNode } from 'react'
import { registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { qrCodePath } from '../../../infra/pdf/qr-code.ts'
import { barsOf } from './bars.ts'
import type { Label, LabelSheet } from './content.ts'
import { millimetres, strip, styles } from './styles.ts'

registerFonts()

/** Draws labels: each on its own strip, or three side by side on a sheet of A4 labels. */
export async function drawLabels(content: LabelSheet): Promise<Uint8Array> {
  return await renderToBuffer(sheet(content))
}

/** Draws for the renderer of this folder. */
export const render = inThread(drawLabels)

/** The title contains no name, as lists of files show it. */
function sheet({ layout, labels }: LabelSheet): ReactElement<Document['props']> {
  const about = { title: 'Labels', author: brand.name, creator: brand.name, producer: brand.name }
  const pages =
    layout === 'single'
      ? labels.map((label) => draw(Page, { key: label.accession, size: strip }, drawLabel(label)))
      : [
          draw(
            Page,
            { key: 'sheet', size: 'A4', style: styles.sheet },
            ...labels.map((label) =>
              draw(View, { key: label.accession, style: styles.cell, wrap: false }, drawLabel(label)),
            ),
          ),
        ]
  return draw(Document, { ...about, language: 'en-NG' }, ...pages)
}

function drawLabel(label: Label): ReactNode {
  return draw(
    View,
    { style: styles.label },
    draw(
      View,
      { style: styles.top },
      draw(
        View,
        { style: styles.words },
        line(label.patient, styles.patient),
        line(label.person, styles.line),
        line(label.tube, styles.line),
        line(label.taken, styles.line),
        line(label.order, styles.small),
      ),
      qrCode(label.accession),
    ),
    bars(label.accession),
    draw(Text, { style: styles.accession }, label.accession),
  )
}

/** A text that is too long for its line is cut, so that it never pushes the bars off the label. */
function line(words: string, style: (typeof styles)['line' | 'patient' | 'small']): ReactNode {
  return draw(Text, { style: { ...style, maxLines: 1, textOverflow: 'ellipsis' } }, words)
}

function qrCode(accession: string): ReactNode {
  const { size, dark } = qrCodePath(accession, 0)
  return draw(
    Svg,
    { viewBox: `0 0 ${size} ${size}`, style: styles.qrCode },
    draw(Path, { d: dark, fill: '#000' }),
  )
}

function bars(accession: string): ReactNode {
  const { modules, bars: all } = barsOf(accession)
  const height = 10
  const paths = all.map(({ at, width }) => `M${at} 0h${width}v${height}h-${width}z`)
  return draw(
    Svg,
    {
      viewBox: `0 0 ${modules} ${height}`,
      preserveAspectRatio: 'none',
      style: { width: Math.min(modules * widest, 44 * millimetres), height: 6.6 * millimetres },
    },
    draw(Path, { d: paths.join(''), fill: '#000' }),
  )
}

/** The largest width of a module: wide enough for any scanner; narrower only if a long number would not fit. */
const widest = 0.33 * millimetres

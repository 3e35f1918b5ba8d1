import { brand } from '@labalaba/contract'
import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement, type ReactNode } from 'react'
import { encode } from 'uqr'
import { learnLetters } from '../../../infra/pdf/fonts.ts'
import { barsOf } from './bars.ts'
import type { Label, LabelSheet } from './content.ts'
import { looks, millimetres, strip } from './styles.ts'

learnLetters()

/** Draws labels: each on its own strip, or three side by side on a sheet of A4 labels. */
export async function drawLabels(content: LabelSheet): Promise<Uint8Array> {
  return await renderToBuffer(sheet(content))
}

/** The title contains no name, as lists of files show it. */
function sheet({ layout, labels }: LabelSheet): ReactElement<Document['props']> {
  const about = { title: 'Labels', author: brand.name, creator: brand.name, producer: brand.name }
  const pages =
    layout === 'single'
      ? labels.map((label) => draw(Page, { key: label.accession, size: strip }, drawLabel(label)))
      : [
          draw(
            Page,
            { key: 'sheet', size: 'A4', style: looks.sheet },
            ...labels.map((label) =>
              draw(View, { key: label.accession, style: looks.cell, wrap: false }, drawLabel(label)),
            ),
          ),
        ]
  return draw(Document, { ...about, language: 'en-NG' }, ...pages)
}

function drawLabel(label: Label): ReactNode {
  return draw(
    View,
    { style: looks.label },
    draw(
      View,
      { style: looks.top },
      draw(
        View,
        { style: looks.words },
        line(label.patient, looks.patient),
        line(label.person, looks.line),
        line(label.tube, looks.line),
        line(label.taken, looks.line),
        line(label.order, looks.small),
      ),
      square(label.accession),
    ),
    bars(label.accession),
    draw(Text, { style: looks.accession }, label.accession),
  )
}

/** A text that is too long for its line is cut, so that it never pushes the bars off the label. */
function line(words: string, style: (typeof looks)['line' | 'patient' | 'small']): ReactNode {
  return draw(Text, { style: { ...style, maxLines: 1, textOverflow: 'ellipsis' } }, words)
}

function square(accession: string): ReactNode {
  const { data, size } = encode(accession, { ecc: 'M', border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return draw(
    Svg,
    { viewBox: `0 0 ${size} ${size}`, style: looks.square },
    draw(Path, { d: dark.join(''), fill: '#000' }),
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

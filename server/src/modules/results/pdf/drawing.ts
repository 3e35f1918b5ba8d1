import { Document, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement, type ReactNode } from 'react'
import { colours } from '../../../infra/pdf/colours.ts'
import { registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { drawBand } from '../../../infra/pdf/letterhead.ts'
import { qrCodePath } from '../../../infra/pdf/qr-code.ts'
import type { Labelled, Line, ReportDocument } from './content.ts'
import { styles } from './styles.ts'

registerFonts()

/** Draws a report on A4, in the lab's name. */
export async function drawReport(content: ReportDocument): Promise<Uint8Array> {
  return await renderToBuffer(documentOf(content))
}

/** Draws for the renderer of this folder. */
export const render = inThread(drawReport)

/** Title and author contain no patient and no test, because file lists show them. */
function documentOf(content: ReportDocument): ReactElement<Document['props']> {
  const { lab, code } = content
  return draw(
    Document,
    { title: `Report ${code}`, author: lab, creator: lab, producer: lab, language: 'en-NG' },
    draw(
      Page,
      { size: 'A4', style: styles.page },
      drawBand(),
      head(content),
      content.demo ? draw(Text, { style: styles.demo }, content.demo) : null,
      content.correction ? draw(Text, { style: styles.demo }, content.correction) : null,
      facts(content.facts),
      draw(Text, { style: styles.title }, content.title),
      content.partOf ? draw(Text, { style: styles.small }, `Part of ${content.partOf}`) : null,
      content.lines.length > 0 ? table(content.lines) : null,
      attached(content.attachment),
      ...content.notes.map((note) => draw(Text, { key: note, style: styles.note }, note)),
      check(content),
      foot(content),
    ),
  )
}

function head({ lab, place }: ReportDocument): ReactNode {
  return draw(
    View,
    { style: styles.head },
    draw(Text, { style: styles.lab }, lab),
    ...place.map((line) => draw(Text, { key: line, style: styles.small }, line)),
  )
}

function facts(all: readonly Labelled[]): ReactNode {
  const cells = all.map(([label, value]) =>
    draw(
      View,
      { key: label, style: styles.fact, wrap: false },
      draw(Text, { style: styles.label }, label),
      draw(Text, { style: styles.value }, value),
    ),
  )
  return draw(View, { style: styles.facts }, ...cells)
}

function table(lines: readonly Line[]): ReactNode {
  return draw(
    View,
    { style: styles.table },
    draw(
      View,
      { style: styles.heading },
      draw(Text, { style: styles.name }, 'What was measured'),
      draw(Text, { style: styles.figure }, 'Result'),
      draw(Text, { style: styles.said }, 'Interval'),
      draw(Text, { style: styles.mark }, 'Mark'),
    ),
    ...lines.map((line, index) => row(line, `line ${index}`)),
  )
}

/** Prints the digits of the file's hash in separate lines, so that they break nowhere else. */
function attached([words, ...digits]: ReportDocument['attachment']): ReactNode {
  if (words === undefined) return null
  return draw(
    View,
    { style: styles.attached, wrap: false },
    draw(Text, { style: styles.value }, words),
    ...digits.map((line) => draw(Text, { key: line, style: styles.small }, line)),
  )
}

/** A long value takes the whole width, without interval and mark. */
function row({ name, value, unit, interval, mark }: Line, key: string): ReactNode {
  const isLong = value.length > 22
  return draw(
    View,
    { key, style: styles.line, wrap: value.length > 600 },
    draw(Text, { style: styles.name }, name),
    draw(Text, { style: isLong ? styles.long : styles.figure }, unit ? `${value} ${unit}` : value),
    ...(isLong
      ? []
      : [
          draw(Text, { key: 'interval', style: styles.said }, interval),
          draw(Text, { key: 'mark', style: styles.mark }, mark),
        ]),
  )
}

function check({ code, checkUrl }: ReportDocument): ReactNode {
  const { size, dark } = qrCodePath(checkUrl, 2)
  return draw(
    View,
    { style: styles.check, wrap: false },
    draw(
      Svg,
      { viewBox: `0 0 ${size} ${size}`, style: styles.qrCode },
      draw(Path, { d: `M0 0h${size}v${size}h-${size}z`, fill: '#ffffff' }),
      draw(Path, { d: dark, fill: colours.ink }),
    ),
    draw(
      View,
      { style: styles.checkText },
      draw(Text, { style: styles.label }, 'Check that this report is genuine'),
      draw(Text, { style: styles.code }, code),
      draw(
        Text,
        { style: styles.small },
        `Scan the square, or type the code at ${checkUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')}, to see if this report is valid and this file is unchanged.`,
      ),
    ),
  )
}

function foot({ foot: words, code }: ReportDocument): ReactNode {
  return draw(
    View,
    { fixed: true, style: styles.foot },
    draw(Text, { style: styles.small }, words),
    draw(Text, { style: styles.small }, code),
  )
}

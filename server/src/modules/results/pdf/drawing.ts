import { Document, Page, Path, renderToBuffer, StyleSheet, Svg } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement } from 'react'
import { colours } from '../../../infra/pdf/colours.ts'
import { box, text } from '../../../infra/pdf/elements.ts'
import { registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { drawBand } from '../../../infra/pdf/letterhead.ts'
import { qrCodePath } from '../../../infra/pdf/qr-code.ts'
import type { Labelled, Line, ReportDocument } from './content.ts'

registerFonts()

const side = 48
const row = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** Styles of each part of a report's PDF, in points. */
const styles = StyleSheet.create({
  page: {
    ...{ paddingTop: 52, paddingBottom: 48, paddingHorizontal: side, backgroundColor: '#ffffff' },
    ...{ fontFamily: 'Noto Sans', fontSize: 10, lineHeight: 1.4, color: colours.ink },
  },
  lab: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 22, lineHeight: 1.2 },
  small: { fontSize: 8.5, color: colours.muted },
  head: {
    ...{ borderBottomWidth: 0.75, borderBottomColor: colours.hair },
    ...{ paddingBottom: 10, marginBottom: 12 },
  },
  demo: {
    ...{ backgroundColor: colours.warnTint, color: colours.warn, borderRadius: 6 },
    ...{ fontWeight: 600, fontSize: 9.5 },
    ...{ paddingVertical: 5, paddingHorizontal: 10, marginBottom: 10 },
  },
  facts: { flexDirection: 'row', flexWrap: 'wrap', columnGap: 24, rowGap: 4, marginBottom: 10 },
  fact: { width: 150 },
  label: { fontSize: 8.5, color: colours.muted },
  value: { fontSize: 10 },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 16, lineHeight: 1.3 },
  table: { marginTop: 4, marginBottom: 8 },
  heading: {
    ...{ ...row, columnGap: 12, paddingVertical: 4, backgroundColor: colours.sand, borderRadius: 6 },
    ...{ marginHorizontal: -8, paddingHorizontal: 8 },
  },
  line: {
    ...{ ...row, columnGap: 12, paddingVertical: 1.5, fontSize: 9.5 },
    ...{ borderBottomWidth: 0.75, borderBottomColor: colours.hair },
  },
  name: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  result: { width: 120, fontWeight: 600 },
  interval: { width: 92 },
  mark: { width: 92, fontWeight: 600 },
  long: { flexGrow: 2, flexShrink: 1, flexBasis: 0 },
  attached: { marginTop: 4, marginBottom: 8 },
  note: { fontSize: 9, marginBottom: 2 },
  check: {
    ...{ flexDirection: 'row', columnGap: 14, alignItems: 'center', marginTop: 6, padding: 7 },
    ...{ backgroundColor: colours.paper, borderRadius: 8, borderWidth: 0.75, borderColor: colours.hair },
  },
  qrCode: { width: 60, height: 60 },
  checkText: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  code: { fontWeight: 600, fontSize: 13, letterSpacing: 0.6 },
  foot: {
    ...{ position: 'absolute', bottom: 18, left: side, right: side },
    ...{ ...row, borderTop: `0.75pt solid ${colours.hair}`, paddingTop: 6 },
  },
})

/** Draws a report on A4, in the lab's name. */
async function drawReport(content: ReportDocument): Promise<Uint8Array> {
  return await renderToBuffer(documentOf(content))
}

/** The entry of the renderer's threads. */
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
      box(styles.head, [text(styles.lab, lab), ...content.place.map((line) => text(styles.small, line))]),
      content.demo ? text(styles.demo, content.demo) : null,
      content.correction ? text(styles.demo, content.correction) : null,
      box(styles.facts, content.facts.map(fact)),
      text(styles.title, content.title),
      content.partOf ? text(styles.small, `Part of ${content.partOf}`) : null,
      content.lines.length > 0 ? table(content.lines) : null,
      attached(content.attachment),
      ...content.notes.map((note) => text(styles.note, note)),
      check(content),
      box(styles.foot, [text(styles.small, content.foot), text(styles.small, code)], { fixed: true }),
    ),
  )
}

function fact([label, value]: Labelled): ReactElement {
  return box(styles.fact, [text(styles.label, label), text(styles.value, value)], { wrap: false })
}

function table(lines: readonly Line[]): ReactElement {
  const heading = [
    text(styles.name, 'What was measured'),
    text(styles.result, 'Result'),
    text(styles.interval, 'Interval'),
    text(styles.mark, 'Mark'),
  ]
  return box(styles.table, [box(styles.heading, heading), ...lines.map(valueRow)])
}

/** Prints the digits of the file's hash in separate lines, so that they break nowhere else. */
function attached([words, ...digits]: ReportDocument['attachment']): ReactElement | null {
  if (words === undefined) return null
  const lines = digits.map((line) => text(styles.small, line))
  return box(styles.attached, [text(styles.value, words), ...lines], { wrap: false })
}

/** A long value takes the place of its interval too. Its mark stays beside it at any length. */
function valueRow({ name, value, unit, interval, mark }: Line): ReactElement {
  const isLong = value.length > 22
  const cells = [
    text(styles.name, name),
    text(isLong ? styles.long : styles.result, unit ? `${value} ${unit}` : value),
    ...(isLong ? [] : [text(styles.interval, interval)]),
    text(styles.mark, mark),
  ]
  return box(styles.line, cells, { wrap: value.length > 600 })
}

function check({ code, checkUrl }: ReportDocument): ReactElement {
  const { size, dark } = qrCodePath(checkUrl, 2)
  const qrCode = draw(
    Svg,
    { viewBox: `0 0 ${size} ${size}`, style: styles.qrCode },
    draw(Path, { d: `M0 0h${size}v${size}h-${size}z`, fill: '#ffffff' }),
    draw(Path, { d: dark, fill: colours.ink }),
  )
  const page = checkUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')
  const how = `Scan the square, or type the code at ${page}, to see if this report is valid and this file is unchanged.`
  const words = [
    text(styles.label, 'Check that this report is genuine'),
    text(styles.code, code),
    text(styles.small, how),
  ]
  return box(styles.check, [qrCode, box(styles.checkText, words)], { wrap: false })
}

import { Document, Page, Path, renderToBuffer, StyleSheet, Svg, Text } from '@react-pdf/renderer'
import { createElement as draw, type ReactElement } from 'react'
import { colours } from '../../../infra/pdf/colours.ts'
import { box, type Style, text } from '../../../infra/pdf/elements.ts'
import { breakLongWords, registerFonts } from '../../../infra/pdf/fonts.ts'
import { inThread } from '../../../infra/pdf/in-thread.ts'
import { drawBand } from '../../../infra/pdf/letterhead.ts'
import { qrCodePath } from '../../../infra/pdf/qr-code.ts'
import type { Labelled, Line, ReportDocument } from './content.ts'

registerFonts()

const side = 48
/** The line height of every text but the page number: react-pdf draws no text of its own making in one that is inherited. */
const lineHeight = 1.4
const row = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** Styles of each part of a report's PDF, in points. */
const styles = StyleSheet.create({
  paper: {
    ...{ paddingTop: 52, paddingBottom: 48, paddingHorizontal: side, backgroundColor: '#ffffff' },
    ...{ fontFamily: 'Noto Sans', fontSize: 10, color: colours.ink },
  },
  lab: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 22, lineHeight: 1.2 },
  whoseLab: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  small: { fontSize: 8.5, lineHeight, color: colours.muted },
  head: {
    ...{ ...row, columnGap: 16, borderBottomWidth: 0.75, borderBottomColor: colours.hair },
    ...{ paddingBottom: 10, marginBottom: 12 },
  },
  demo: {
    ...{ backgroundColor: colours.warnTint, color: colours.warn, borderRadius: 6 },
    ...{ fontWeight: 600, fontSize: 9.5, lineHeight },
    ...{ paddingVertical: 5, paddingHorizontal: 10, marginBottom: 10 },
  },
  whose: {
    ...{
      ...row,
      columnGap: 12,
      marginBottom: 10,
      padding: 6,
      backgroundColor: colours.sand,
      borderRadius: 6,
    },
  },
  patient: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  strong: { fontSize: 10, fontWeight: 600, lineHeight },
  page: { width: 74, fontSize: 8.5, textAlign: 'right' },
  facts: { flexDirection: 'row', flexWrap: 'wrap', columnGap: 24, rowGap: 4, marginBottom: 10 },
  fact: { width: 150 },
  label: { fontSize: 8.5, lineHeight, color: colours.muted },
  value: { fontSize: 10, lineHeight },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 16, lineHeight: 1.3 },
  table: { marginTop: 4, marginBottom: 8 },
  heading: {
    ...{ ...row, columnGap: 12, paddingVertical: 4, backgroundColor: colours.sand, borderRadius: 6 },
    ...{ marginHorizontal: -8, paddingHorizontal: 8, fontSize: 10, lineHeight },
  },
  line: {
    ...{ paddingVertical: 1.5, borderBottomWidth: 0.75, borderBottomColor: colours.hair },
  },
  cells: { ...row, columnGap: 12, fontSize: 9.5, lineHeight },
  comment: { fontSize: 8.5, lineHeight, color: colours.muted },
  name: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  result: { width: 120, fontWeight: 600 },
  interval: { width: 92 },
  mark: { width: 92, fontWeight: 600 },
  wide: { width: 224, fontWeight: 600 },
  words: { width: 328 },
  narrative: { paddingTop: 4, paddingBottom: 6, borderBottomWidth: 0.75, borderBottomColor: colours.hair },
  narrativeHead: { ...row, columnGap: 12, fontSize: 9.5, fontWeight: 600, lineHeight },
  organism: { fontSize: 10, fontWeight: 600, lineHeight, marginTop: 6 },
  agent: { ...row, columnGap: 12, fontSize: 9.5, lineHeight, paddingVertical: 1 },
  susceptibility: { width: 190 },
  measured: { width: 100 },
  paragraph: { fontSize: 10, lineHeight, marginTop: 4 },
  earlier: { marginBottom: 8, color: colours.muted },
  earlierTitle: { fontSize: 10, fontWeight: 600, lineHeight },
  attached: { marginTop: 4, marginBottom: 8 },
  note: { fontSize: 9, lineHeight, marginBottom: 2 },
  check: { flexDirection: 'row', columnGap: 8, alignItems: 'flex-start', width: 196 },
  qrCode: { width: 60, height: 60 },
  checkText: { flexGrow: 1, flexShrink: 1, flexBasis: 0, textAlign: 'right' },
  code: { fontWeight: 600, fontSize: 9.5, lineHeight },
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
      { size: 'A4', style: styles.paper },
      drawBand(),
      head(content),
      content.demo ? text(styles.demo, content.demo) : null,
      content.notice ? text(styles.demo, content.notice) : null,
      whose(content),
      box(styles.facts, content.facts.map(fact)),
      text(styles.title, content.title),
      content.partOf ? text(styles.small, `Part of ${content.partOf}`) : null,
      content.lines.length > 0 ? table(content.lines) : null,
      earlier(content.earlier),
      attached(content.attachment),
      ...content.notes.map((note) => text(styles.note, note)),
      box(styles.foot, [text(styles.small, content.foot), text(styles.small, code)], { fixed: true }),
    ),
  )
}

/** The lab's name and address, and beside them how to check the report, so that no page has only that. */
function head(content: ReportDocument): ReactElement {
  const place = content.place.map((line) => narrow(styles.small, line))
  return box(styles.head, [box(styles.whoseLab, [narrow(styles.lab, content.lab), ...place]), check(content)])
}

/** Whose report it is and which page of how many, on every page: a page may get lost, or between the pages of another report. */
function whose({ patient, born, order }: ReportDocument): ReactElement {
  const words = [narrow(styles.strong, patient), text(styles.small, born), text(styles.small, order)]
  const page = draw(Text, {
    style: styles.page,
    render: ({ pageNumber, totalPages = 1 }) => `Page ${pageNumber} of ${totalPages}`,
  })
  return box(styles.whose, [box(styles.patient, words), page], { fixed: true })
}

function fact([label, value]: Labelled): ReactElement {
  return box(styles.fact, [text(styles.label, label), narrow(styles.value, value)], { wrap: false })
}

/** A text of a narrow column. */
function narrow(style: Style, words: string): ReactElement {
  return draw(Text, { style, hyphenationCallback: breakLongWords }, words)
}

/** What earlier reports said, in paler letters than what holds. */
function earlier(reports: ReportDocument['earlier']): ReactElement | null {
  if (reports.length === 0) return null
  const words = reports.length === 1 ? 'The earlier report' : 'Earlier reports'
  const title = draw(Text, { style: styles.earlierTitle, minPresenceAhead: 60 }, words)
  const parts = reports.flatMap((one) => [
    draw(Text, { style: styles.small, minPresenceAhead: 40 }, one.words),
    ...one.lines.map(rowOf),
  ])
  return box(styles.earlier, [title, ...parts])
}

function table(lines: readonly Line[]): ReactElement {
  const heading = [
    text(styles.name, 'What was measured'),
    text(styles.result, 'Result'),
    text(styles.interval, 'Interval'),
    text(styles.mark, 'Mark'),
  ]
  // A report in words alone, such as a histology, has no columns.
  const hasColumns = !lines.every(({ isText }) => isText)
  const rows = lines.map(hasColumns ? rowOf : narrativeOf)
  return box(styles.table, [hasColumns ? box(styles.heading, heading, { fixed: true }) : null, ...rows])
}

function rowOf(line: Line): ReactElement {
  return line.isolates.length > 0 || isLong(line) ? narrativeOf(line) : valueRow(line)
}

function narrativeOf(line: Line): ReactElement {
  return line.isolates.length > 0 ? culture(line) : narrative(line)
}

/** Prints the digits of the file's hash in separate lines, so that they break nowhere else. */
function attached([words, ...digits]: ReportDocument['attachment']): ReactElement | null {
  if (words === undefined) return null
  const lines = digits.map((line) => text(styles.small, line))
  return box(styles.attached, [text(styles.value, words), ...lines], { wrap: false })
}

/** What the lab says about a line, below it. */
function commentOn({ comment, method }: Line): ReactElement[] {
  const words = [method && `Method: ${method}`, comment && `Comment: ${comment}`]
  return words.filter((one) => one !== '').map((one) => narrow(styles.comment, one))
}

/** The organisms of a culture, each with its agents in columns. An organism stays with its first agents. */
function culture(line: Line): ReactElement {
  const { name, mark, isolates } = line
  const organisms = isolates.flatMap(({ organism, agents }) => [
    draw(Text, { style: styles.organism, minPresenceAhead: 40 }, organism),
    ...agents.map(([agent, result, measured]) =>
      box(
        styles.agent,
        [narrow(styles.name, agent), text(styles.susceptibility, result), text(styles.measured, measured)],
        { wrap: false },
      ),
    ),
  ])
  return box(styles.narrative, [narrativeHead(name, mark), ...organisms, ...commentOn(line)])
}

/** A value of more than about two lines of the column. */
function isLong({ value }: Line): boolean {
  return value.length > 80 || value.includes('\n')
}

/** Name and mark, then the paragraphs in the full width. They may go on over pages; the mark stays with their beginning. */
function narrative(line: Line): ReactElement {
  const { name, value, unit, mark } = line
  const [first = '', ...others] = `${value} ${unit}`.trim().split('\n\n')
  const paragraphs = [first, ...others].map((words) => text(styles.paragraph, words))
  return box(styles.narrative, [narrativeHead(name, mark), ...paragraphs, ...commentOn(line)])
}

function narrativeHead(name: string, mark: string): ReactElement {
  return box(styles.narrativeHead, [narrow(styles.name, name), narrow(styles.mark, mark)], {
    wrap: false,
    minPresenceAhead: 40,
  })
}

/**
 * A long value takes the place of its interval too, which it then does not have, and words such as a comment those of all
 * columns. A comment on the line is below, on the same page.
 */
function valueRow(line: Line): ReactElement {
  const { name, value, unit, interval, mark, isText } = line
  const words = unit ? `${value} ${unit}` : value
  const cells = [
    narrow(styles.name, name),
    ...(isText && mark === ''
      ? [narrow(styles.words, words)]
      : interval === ''
        ? [narrow(styles.wide, words), narrow(styles.mark, mark)]
        : [narrow(styles.result, words), narrow(styles.interval, interval), narrow(styles.mark, mark)]),
  ]
  return box(styles.line, [box(styles.cells, cells), ...commentOn(line)], { wrap: false })
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
  const words = [
    text(styles.small, 'Is this report genuine? Scan the square, or type the code'),
    text(styles.code, code),
    narrow(styles.small, `at ${page}`),
  ]
  return box(styles.check, [box(styles.checkText, words), qrCode], { wrap: false })
}

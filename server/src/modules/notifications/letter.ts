import { brand, formatPhone } from '@labalaba/contract'
import type { MailPicture } from '../../infra/mail/mail.ts'
import { qrCodePng } from '../../infra/pdf/qr-code.ts'
import { withoutUnseenMarks } from '../../infra/unseen-marks.ts'

export type Row = readonly [label: string, value: string]

/**
 * One part of a letter; a string is a paragraph, and null is left out. It may contain text that people typed: none of it is
 * read as HTML or as a new line.
 */
export type Block =
  | string
  | null
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly label: string; readonly digits: string }
  /** A number to call, which a phone dials with one tap: 234 and ten digits. */
  | { readonly kind: 'phone'; readonly number: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  /** A second action, less prominent than the button. */
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  /** A number as a scannable QR code, with its purpose and the number in words. */
  | { readonly kind: 'qrCode'; readonly label: string; readonly number: string }
  | { readonly kind: 'note'; readonly text: string }

/** A paragraph in small print. */
export function note(text: string): Block {
  return { kind: 'note', text }
}

/** Labels and values; null is left out. */
export function rows(...all: readonly (Row | null)[]): Block {
  return { kind: 'rows', rows: all.filter((row) => row !== null) }
}

/** A mail before rendering. Subject and preheader show on locked screens: they contain no code, test or result. */
export type Letter = {
  readonly subject: string
  /** The line that a mail program shows next to the subject. */
  readonly preheader: string
  /** Default: the subject. */
  readonly heading?: string
  readonly blocks: readonly Block[]
}

export type Rendered = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly pictures: readonly MailPicture[]
}

type Part = NonNullable<Block>
type Complete = Letter & { readonly heading: string; readonly blocks: readonly Part[] }

/** Renders a letter as plain text and as HTML with the same content. */
export function renderLetter(letter: Letter): Rendered {
  const blocks = letter.blocks.filter((block) => block !== null)
  const complete = { heading: letter.subject, ...letter, blocks }
  return {
    subject: oneLine(letter.subject).slice(0, 150),
    text: renderText(complete),
    html: renderHtml(complete),
    pictures: blocks.flatMap((block) =>
      typeof block === 'object' && block.kind === 'qrCode'
        ? [{ cid: qrCodeCid, png: qrCodePng(block.number) }]
        : [],
    ),
  }
}

/** The content id of the QR code in the HTML; a letter has at most one. */
const qrCodeCid = 'qr-code'

/** Returns a text without control characters, line breaks, invisible marks and marks that change the text direction. */
export function oneLine(text: string): string {
  return withoutUnseenMarks(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

const signature = `${brand.name} · ${brand.streetAddress} · ${brand.supportEmail}`

function renderText({ heading, blocks }: Complete): string {
  const parts = [oneLine(heading), ...blocks.map(textOf), `--\n${signature}`]
  return `${parts.join('\n\n')}\n`
}

function textOf(block: Part): string {
  if (typeof block === 'string') return oneLine(block)
  switch (block.kind) {
    case 'heading':
    case 'note':
      return oneLine(block.text)
    case 'list':
      return block.items.map((item) => `- ${oneLine(item)}`).join('\n')
    case 'code':
      return `${oneLine(block.label)}\n\n    ${oneLine(block.digits)}`
    case 'qrCode':
      return `${oneLine(block.label)}\n\n    ${oneLine(block.number)}`
    case 'phone':
      return `Call ${oneLine(formatPhone(block.number))}`
    case 'rows':
      return block.rows.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`).join('\n')
    case 'button':
    case 'link':
      return `${oneLine(block.label)}:\n${safeHref(block.href)}`
  }
}

const textColour = 'color:#1c1d2e'
const muted = 'color:#5a5c70'
const body = `font-family:Roboto,system-ui,-apple-system,'Segoe UI','Noto Sans',Arial,sans-serif;font-size:16px;line-height:24px;${textColour}`
const head = `font-family:'Brygada 1918',Georgia,'Times New Roman',serif;font-weight:600;${textColour}`
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'

/** Tables and inline styles, as mail programs need; fluid down to 320 px. Loads nothing: QR codes are attached. */
function renderHtml(letter: Complete): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${html(letter.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#fbf8f3;${body}">
<div style="display:none;max-height:0;overflow:hidden">${html(letter.preheader)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table ${table} style="background:#fbf8f3"><tr><td align="center" style="padding:24px 12px">
<table ${table} style="max-width:560px;text-align:left">
<tr><td style="background:#2e3192;border-radius:22px 22px 0 0;padding:20px 24px;${head};font-size:24px;line-height:30px;color:#ffffff">${html(brand.name.toLowerCase())}</td></tr>
<tr><td style="padding:0">${pattern}</td></tr>
<tr><td style="background:#ffffff;border-radius:0 0 22px 22px;padding:28px 24px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;${head};font-size:28px;line-height:34px">${html(letter.heading)}</h1>
${letter.blocks.map(htmlOf).join('\n')}
</td></tr>
<tr><td style="padding:20px 24px;font-size:14px;line-height:20px;${muted}">${html(signature)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** A woven border in the brand's colours. */
const pattern = `<table ${table} aria-hidden="true"><tr>${[
  '#f2a541',
  '#2e3192',
  '#ececf9',
  '#2e3192',
  '#b4481e',
  '#2e3192',
  '#ececf9',
  '#2e3192',
]
  .map(
    (colour) =>
      `<td height="6" style="height:6px;font-size:0;line-height:0;background:${colour}">&nbsp;</td>`,
  )
  .join('')}</tr></table>`

function htmlOf(block: Part): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${html(block)}</p>`
  switch (block.kind) {
    case 'note':
      return `<p style="margin:0 0 12px;font-size:14px;line-height:20px;${muted}">${html(block.text)}</p>`
    case 'heading':
      return `<h2 style="margin:24px 0 12px;${head};font-size:22px;line-height:28px">${html(block.text)}</h2>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${block.items.map((item) => `<li style="margin:0 0 8px">${html(item)}</li>`).join('')}</ul>`
    case 'code':
      return `<p style="margin:0 0 8px">${html(block.label)}</p>
<p style="margin:0 0 20px;padding:16px 8px 16px 14px;background:#f3ede3;border-radius:14px;text-align:center;font-size:36px;line-height:44px;font-weight:700;letter-spacing:6px;font-variant-numeric:tabular-nums">${html(block.digits)}</p>`
    case 'qrCode':
      return qrCodeOf(block.label, block.number)
    case 'rows':
      return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px">${block.rows.map(rowOf).join('')}</table>`
    case 'phone':
      // Another number is only written: a mail about a critical result goes out in any case.
      return /^234\d{10}$/.test(block.number)
        ? buttonOf(textOf(block), `tel:+${block.number}`)
        : `<p style="margin:0 0 20px;font-weight:600">${html(textOf(block))}</p>`
    case 'button':
      return buttonOf(block.label, safeHref(block.href))
    case 'link':
      return `<p style="margin:0 0 20px"><a href="${html(safeHref(block.href))}" style="display:inline-block;color:#2e3192;font-weight:600;padding:12px 0">${html(block.label)}</a></p>`
  }
}

function buttonOf(label: string, href: string): string {
  return `<p style="margin:0 0 20px"><a href="${html(href)}" style="display:inline-block;background:#2e3192;color:#ffffff;text-decoration:none;font-weight:600;border-radius:14px;padding:12px 24px">${html(label)}</a></p>`
}

/** If pictures are blocked, the alternative text says the same. The number is always printed below. */
function qrCodeOf(label: string, number: string): string {
  const size = 148
  const picture = `<img src="cid:${qrCodeCid}" width="${size}" height="${size}" alt="${html(`${number}, as a code that is scanned`)}" style="display:block;margin:0 auto 8px;width:${size}px;height:${size}px;background:#ffffff;font-size:14px;line-height:20px;image-rendering:pixelated">`
  return `<p style="margin:0 0 8px">${html(label)}</p>
<div style="margin:0 0 20px;padding:16px 8px;background:#f3ede3;border-radius:14px;text-align:center">${picture}<span style="font-weight:600;font-variant-numeric:tabular-nums">${html(number)}</span></div>`
}

/** A number that must not be broken over lines, so that people can read it out or copy it. */
const longNumber = /^(LB|bk)-[\w-]+$/

/** A short label stays on one line; a longer one would leave no room for its value on a phone. */
const labelBreaks = (label: string) => (label.length <= 16 ? 'white-space:nowrap' : 'overflow-wrap:normal')

/** Label at the left, value at the right. A long number is put below its label, so that it stays on one line. */
function rowOf([label, value]: Row): string {
  const cell = 'padding:10px 0;border-bottom:1px solid #e2dbcf;vertical-align:top'
  if (longNumber.test(value))
    return `<tr><td colspan="2" style="${cell}"><span style="${muted}">${html(label)}</span><br><span style="white-space:nowrap${value.length > 24 ? ';font-size:14px' : ''}">${html(value)}</span></td></tr>`
  return `<tr><th scope="row" align="left" style="${cell};padding-right:12px;font-weight:400;${labelBreaks(label)};${muted}">${html(label)}</th><td align="right" style="${cell};font-variant-numeric:tabular-nums;word-break:break-word">${html(value)}</td></tr>`
}

/** Returns the link unchanged. Any scheme but http and https is a bug of ours: throws, so that the mail is not sent. */
function safeHref(href: string): string {
  if (!/^https?:\/\/[^\s"'<>\\]+$/.test(href)) throw new Error('a letter may link to http and https only')
  return href
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function html(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

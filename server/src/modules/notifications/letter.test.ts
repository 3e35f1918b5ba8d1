import { brand } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { qrCodePng } from '../../infra/pdf/qr-code.ts'
import { type Letter, oneLine, renderLetter } from './letter.ts'

const letter: Letter = {
  subject: 'Your order is confirmed',
  preheader: 'What to bring, and when.',
  heading: 'Your order is confirmed',
  blocks: [
    'Hello Ada,',
    { kind: 'code', label: 'Type this code:', digits: '04821' },
    {
      kind: 'rows',
      rows: [
        ['Total', '₦12,500'],
        ['Day', 'Tuesday 31 March at 9:30 am'],
      ],
    },
    { kind: 'heading', text: 'Before you come' },
    { kind: 'list', items: ['Bring this mail', 'Drink water'] },
    { kind: 'button', label: 'See your order', href: 'https://labs.example/orders/a#code=1&x=2' },
    { kind: 'note', text: 'Ẹ ṣé' },
  ],
}
const nasty = `<script>alert("x")</script>\r\nBcc: all@mail.example & 'friends' \u202Ereversed`
const parts = (text: string): Letter => ({
  subject: text,
  preheader: text,
  heading: text,
  blocks: [
    text,
    { kind: 'note', text },
    { kind: 'heading', text },
    { kind: 'list', items: [text] },
    { kind: 'code', label: text, digits: text },
    { kind: 'rows', rows: [[text, text]] },
    { kind: 'button', label: text, href: 'https://labs.example/' },
  ],
})

test('text and HTML have the same content', () => {
  const { text, html } = renderLetter(letter)
  const said = [
    'Your order is confirmed',
    'Hello Ada,',
    '04821',
    '₦12,500',
    'Before you come',
    'Drink water',
    'See your order',
    'Ẹ ṣé',
    brand.supportEmail,
  ]
  for (const words of said) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
  expect(text).toContain('https://labs.example/orders/a#code=1&x=2')
  expect(html).toContain('href="https://labs.example/orders/a#code=1&amp;x=2"')
})

describe('what users typed', () => {
  const { subject, text, html } = renderLetter(parts(nasty))
  test('is never HTML', () => {
    expect(html).not.toContain('<script')
    expect(html).not.toContain('"x"')
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
    expect(html).toContain('&amp; &#39;friends&#39;')
  })
  test('never starts a line of its own, in a header or in the text', () => {
    expect(subject).not.toMatch(/[\r\n]/)
    expect(subject).toContain('</script> Bcc:')
    expect(text).not.toMatch(/^Bcc/m)
  })
  test('cannot turn the reading direction around', () => {
    for (const part of [subject, text, html]) expect(part).not.toContain('\u202e')
  })
  test('contains no invisible mark', () => {
    const marks = '\u00ad\u061c\u200b\u200e\u200f\u2060\u2066\ufeff\u{e0041}'
    const rendered = renderLetter(parts(`Ada${[...marks].join('x')}Obi`))
    for (const part of [rendered.subject, rendered.text, rendered.html])
      for (const mark of marks) expect(part).not.toContain(mark)
    expect(rendered.text).toContain('AdaxxxxxxxxObi')
  })
})

test('a subject contains no control character and has a limited length', () => {
  const { subject } = renderLetter(parts(`a\0b\tc\u0085d\u2028e${'x'.repeat(500)}`))
  expect(subject).not.toMatch(/[\p{Cc}\u2028]/u)
  expect(subject.length).toBeLessThanOrEqual(150)
  expect(oneLine(' a\r\n\r\nb ')).toBe('a b')
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//elsewhere.example',
  'https://a.example/"onclick="',
  'https://a.example/ b',
  '',
])('no letter goes out with the link %j', (href) => {
  expect(() => renderLetter({ ...letter, blocks: [{ kind: 'button', label: 'Go', href }] })).toThrow(
    'http and https only',
  )
})

test('the HTML loads nothing, runs nothing, names its language and fits a phone', () => {
  const { html } = renderLetter(letter)
  expect(html).not.toMatch(/<img|<script|<link|<style|url\(|src=|@import/)
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('width=device-width')
  expect(html).not.toMatch(/width="\d{3,}"|[^-]width:\d{3,}px/)
  expect(html.match(/<h1/g)).toHaveLength(1)
})

test('a QR code is attached to the letter, whose text and number are readable without it', () => {
  const number = 'LB-7K2M-9QWE-4RTY-X3P8'
  const label = 'Show this at the desk.'
  const { text, html, pictures } = renderLetter({ ...letter, blocks: [{ kind: 'qrCode', label, number }] })
  for (const words of [label, number]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
  expect(html.match(/src="[^"]*"/g)).toEqual([`src="cid:${pictures[0]?.cid}"`])
  expect(html).toContain(`alt="${number}, as a code that is scanned"`)
  expect(pictures).toEqual([{ cid: 'qr-code', png: qrCodePng(number) }])
  expect(renderLetter(letter).pictures).toEqual([])
})

test('the one button stands out, and a second link is plain and has the same text', () => {
  const { text, html } = renderLetter({
    ...letter,
    blocks: [
      { kind: 'button', label: 'Follow your order', href: 'https://labs.example/track' },
      { kind: 'link', label: 'See the order', href: 'https://labs.example/orders/a' },
    ],
  })
  expect(html.match(/background:#2e3192;color:#ffffff;text-decoration:none/g)).toHaveLength(1)
  expect(html).toMatch(/href="https:\/\/labs\.example\/orders\/a" style="[^"]*color:#2e3192/)
  expect(text).toContain('See the order:\nhttps://labs.example/orders/a')
})

test('the order id has a line of its own, and every other value has its label beside it', () => {
  const rows = [
    ['Order', 'LB-7K2M-9QXD-3HVT-5RWA'],
    ['Reference', 'bk-01m84tf0nmb1h6pwf8hq458xqb'],
    ['Total', '₦12,500'],
  ] as const
  const { html } = renderLetter({ ...letter, blocks: [{ kind: 'rows', rows }] })
  expect(html).toMatch(
    /<td colspan="2"[^>]*><span[^>]*>Order<\/span><br><span[^>]*>LB-7K2M-9QXD-3HVT-5RWA<\/span><\/td>/,
  )
  for (const number of ['LB-7K2M', 'bk-01m84'])
    expect(html).toMatch(new RegExp(`<span style="white-space:nowrap[^>]*>${number}`))
  expect(html).toMatch(/<th scope="row"[^>]*>Total<\/th><td[^>]*>₦12,500<\/td>/)
})

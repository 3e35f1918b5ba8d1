import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Breakable } from './breakable.tsx'

const broken = (text: string) => renderToStaticMarkup(createElement(Breakable, { text })).split('<wbr/>')

it('an email breaks only after its @', () => {
  expect(broken('ada.obi@mail.example.com')).toEqual(['ada.obi@', 'mail.example.com'])
})

it('the name of a site breaks before its dots', () => {
  expect(broken('labs.example.com')).toEqual(['labs', '.example', '.com'])
})

it('a long number breaks between its groups, and a sentence keeps its full stop', () => {
  expect(broken('LB-0STT-BCQM')).toEqual(['LB-', '0STT-', 'BCQM'])
  expect(broken('We write to ada@example.com.')).toEqual(['We write to ada@', 'example.com.'])
})

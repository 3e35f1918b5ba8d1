import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fill, fillNodes, plural } from './fill.ts'

test('names in braces are replaced by their values', () => {
  expect(fill('{name} pays {amount}. {name} gets a receipt.', { name: 'Ada', amount: 5 })).toBe(
    'Ada pays 5. Ada gets a receipt.',
  )
  expect(fill('Nothing to fill', {})).toBe('Nothing to fill')
})

test('a value with braces is not filled again', () => {
  expect(fill('{name} pays', { name: '{amount}' })).toBe('{amount} pays')
})

test('an element can be part of a text', () => {
  const nodes = fillNodes('Read the {terms} first', { terms: createElement('a', {}, 'terms') })
  expect(renderToStaticMarkup(nodes)).toBe('Read the <a>terms</a> first')
})

test('a text has a form for one and a form for other counts', () => {
  const text = '{count} test at {lab} | {count} tests at {lab}'
  expect(plural(text, 1, { lab: 'Synlab' })).toBe('1 test at Synlab')
  expect(plural(text, 0, { lab: 'Synlab' })).toBe('0 tests at Synlab')
  expect(plural('One lab | {count} labs', 12)).toBe('12 labs')
  expect(plural('One lab | {count} labs', 1200)).toBe('1,200 labs')
})

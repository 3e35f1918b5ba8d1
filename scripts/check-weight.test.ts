import { expect, test } from 'vitest'
import { filesOf } from './check-weight.ts'

const manifest = {
  'index.html': { file: 'entry.js', imports: ['_react.js'] },
  '_react.js': { file: 'react.js' },
  'src/cart.tsx': { file: 'cart.js', imports: ['_react.js', '_form.js', 'index.html'] },
  '_form.js': { file: 'form.js', imports: ['src/cart.tsx'] },
  'src/base.css': { file: 'base.css' },
}

test('a page weighs its entry, its own chunk and what both import, each file once', () => {
  expect([...filesOf(manifest, ['index.html', 'src/cart.tsx'])].toSorted()).toEqual([
    ...['cart.js', 'entry.js', 'form.js', 'react.js'],
  ])
})

test('style sheets do not count as JavaScript', () => {
  expect([...filesOf(manifest, ['src/base.css'])]).toEqual([])
})

test('a module unknown to the build is an error, not a weight of zero', () => {
  expect(() => filesOf(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx is not in the build')
})

import { expect, test } from 'vitest'
import { filesOf } from './check-weight.ts'

const manifest = {
  'index.html': { file: 'entry.js', imports: ['_react.js'] },
  '_react.js': { file: 'react.js' },
  'src/cart.tsx': { file: 'cart.js', imports: ['_react.js', '_form.js', 'index.html'] },
  '_form.js': { file: 'form.js', imports: ['src/cart.tsx'] },
  'src/base.css': { file: 'base.css' },
}

test('a page weighs its entry, its own chunk and all that both pull in, each file once', () => {
  expect([...filesOf(manifest, ['index.html', 'src/cart.tsx'])].toSorted()).toEqual([
    ...['cart.js', 'entry.js', 'form.js', 'react.js'],
  ])
})

test('style sheets are no JavaScript', () => {
  expect([...filesOf(manifest, ['src/base.css'])]).toEqual([])
})

test('a module that the build does not know is an error, not a weight of nothing', () => {
  expect(() => filesOf(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx is not in the build')
})

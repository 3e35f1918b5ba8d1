import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { frugalFlags } from './frugal.mjs'

test('Node takes the flags, and can then be asked for all memory that it keeps for nothing', () => {
  const program = "gc({ type: 'major', flavor: 'last-resort' }); console.log('given back')"
  expect(execFileSync(process.execPath, [...frugalFlags, '-e', program], { encoding: 'utf8' })).toBe(
    'given back\n',
  )
})

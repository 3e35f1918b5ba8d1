import { expect, test } from 'vitest'
import { unserved } from './deploy.ts'

test('requests without an answer, server errors, and reads other than 200 failed; a 503 that is tried again did not', () => {
  const refused = new Map([
    ['book: no answer', 2],
    ['book: 500 internal', 1],
    ['book: 502 ', 1],
    ['pay: 503 busy', 4],
    ['pay: 409 already_paid', 9],
    ['read /v0/site: 503', 1],
  ])
  expect(unserved(refused).map((line) => line.replace(/^.*: (?=\w+(: | \/))/, ''))).toEqual([
    'book: no answer',
    'book: 500 internal',
    'book: 502 ',
    'read /v0/site: 503',
  ])
})

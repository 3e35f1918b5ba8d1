import { expect, test } from 'vitest'
import { unserved } from './deploy.ts'

test('requests without an answer, server errors, and pages other than 200 failed; a 503 that is tried again did not', () => {
  const refused = new Map([
    ['book: no answer', 2],
    ['book: 500 internal', 1],
    ['book: 502 ', 1],
    ['pay: 503 busy', 4],
    ['pay: 409 already_paid', 9],
    ['page /v0/site: 503', 1],
    ['read order: 503 busy', 3],
  ])
  expect(unserved(refused)).toEqual([
    '2 requests failed during a deployment: book: no answer',
    '1 requests failed during a deployment: book: 500 internal',
    '1 requests failed during a deployment: book: 502 ',
    '1 requests failed during a deployment: page /v0/site: 503',
  ])
})

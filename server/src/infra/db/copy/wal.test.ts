import { expect, test } from 'vitest'
import { walFiles } from './wal.ts'

const mega = 1024 * 1024

test('a stretch of WAL is in the files from its first byte to its last one', () => {
  const range = { timeline: 1, fileSize: 16 * mega }
  expect(walFiles({ ...range, start: '0/2000028', end: '0/2000150' })).toEqual(['000000010000000000000002'])
  expect(walFiles({ ...range, start: '0/2000028', end: '0/3000000' })).toEqual(['000000010000000000000002'])
  expect(walFiles({ ...range, start: '0/FF000028', end: '1/1000001' })).toEqual([
    '0000000100000000000000FF',
    '000000010000000100000000',
    '000000010000000100000001',
  ])
})

test('the names follow the timeline and the size of the files', () => {
  expect(walFiles({ timeline: 26, fileSize: 1024 * mega, start: '2/C0000000', end: '3/1' })).toEqual([
    '0000001A0000000200000003',
    '0000001A0000000300000000',
  ])
})

import { expect, test } from 'vitest'
import { secretFrom } from '../config/secret.ts'
import { addressAbout, blockAbout } from './tries.ts'

const secret = secretFrom('a secret of the tests, with more than 32 characters')
const isOneBlock = (one: string, other: string) =>
  blockAbout(secret, 'test', one).equals(blockAbout(secret, 'test', other))
const isOneNetwork = (one: string, other: string) =>
  addressAbout(secret, 'test', one).equals(addressAbout(secret, 'test', other))

test.each([
  ['2001:db8:7:1::1', '2001:DB8:0007:ffff:1:2:3:4', true],
  ['2001:db8:7::', '2001:db8:8::', false],
  ['2001:db8::1', '2001:db8:0:9::1', true],
  ['203.0.113.1', '203.0.113.255', true],
  ['203.0.113.1', '203.0.114.1', false],
  ['::ffff:203.0.113.1', '203.0.113.9', true],
  ['20.30.113.1', '203.0.113.1', false],
])('the block of %s is that of %s: %s', (one, other, isOne) => {
  expect(isOneBlock(one, other)).toBe(isOne)
})

test.each([
  ['2001:db8:7:1::1', '2001:db8:7:1:ffff::2', true],
  ['2001:db8:7:1::1', '2001:db8:7:2::1', false],
  ['203.0.113.1', '203.0.113.2', false],
  ['::ffff:203.0.113.1', '203.0.113.1', true],
])('the network of %s is that of %s: %s', (one, other, isOne) => {
  expect(isOneNetwork(one, other)).toBe(isOne)
})

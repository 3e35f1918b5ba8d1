import { expect, test } from 'vitest'
import { readDatabaseHosts, readHosts, readTlsModes } from './hosts.ts'

test('several hosts are one address each, in order, and only a writable one is used', () => {
  expect(readDatabaseHosts('postgres://u:p%40x@one:5432,[::1]:5433,two/base?sslmode=verify-full')).toEqual({
    addresses: ['one:5432', '[::1]:5433', 'two'].map(
      (host) => `postgres://u:p%40x@${host}/base?sslmode=verify-full&uselibpqcompat=true`,
    ),
    forWriting: true,
    statementTimeout: null,
    isPooled: false,
  })
})

test('one host is used as it is, unless the address asks for more', () => {
  const url = 'postgresql://u:p@one/base'
  expect(readDatabaseHosts(url)).toEqual({
    addresses: [url],
    forWriting: false,
    statementTimeout: null,
    isPooled: false,
  })
  expect(readDatabaseHosts(`${url}?target_session_attrs=read-write`)).toEqual({
    addresses: [url],
    forWriting: true,
    statementTimeout: null,
    isPooled: false,
  })
  expect(readDatabaseHosts('postgres://one,two/base?target_session_attrs=any').forWriting).toBe(false)
})

test('an @ in the password and a timeout in the address are parsed', () => {
  const { addresses, statementTimeout } = readDatabaseHosts(
    'postgres://u:p@ss@one,two/base?statement_timeout=0',
  )
  expect(addresses).toEqual(
    ['one', 'two'].map((host) => `postgres://u:p@ss@${host}/base?statement_timeout=0`),
  )
  expect(statementTimeout).toBe(0)
})

test('an address through a pooler sets no time limits on its connections', () => {
  const url = 'postgres://u:p@one/base'
  expect(readDatabaseHosts(`${url}?pool_mode=transaction&statement_timeout=0&lock_timeout=9`)).toEqual({
    addresses: [url],
    forWriting: false,
    statementTimeout: 0,
    isPooled: true,
  })
  expect(readDatabaseHosts(`${url}?pool_mode=session`).isPooled).toBe(false)
})

test('the hosts of an address are parsed without ports, user and password', () => {
  expect(readHosts('postgres://u:p@ss@one:5432,[::1]:5433,two/base')).toEqual(['one', '[::1]', 'two'])
  expect(readHosts('postgres://%2Fvar%2Frun/base')).toEqual(['/var/run'])
  expect(readHosts('postgres:///base')).toEqual(['localhost'])
  expect(readHosts('postgres://one/base?host=two')).toEqual(['two'])
})

test('every sslmode of an address is parsed', () => {
  expect(readTlsModes('postgres://one/base')).toEqual([])
  expect(readTlsModes('postgres://one/base?sslmode=require&x=1&sslmode=disable')).toEqual([
    'require',
    'disable',
  ])
})

import { expect, test } from 'vitest'
import { Callers } from './callers.ts'
import { hashToken, newToken } from './session.ts'

test('a call counts for its address until its token is verified, and then for the account', () => {
  const callers = new Callers()
  const token = newToken()
  const call = { headers: { authorization: `Bearer ${token}` }, ip: '41.58.0.1' }
  expect(callers.of(call)).toEqual({ account: null, address: '41.58.0.1' })
  callers.learn(hashToken(token), 7)
  expect(callers.of(call)).toEqual({ account: 7, address: '41.58.0.1' })
  const madeUp = { headers: { authorization: `Bearer ${newToken()}` }, ip: '2001:db8:1:2:3:4:5:6' }
  expect(callers.of(madeUp)).toEqual({ account: null, address: '2001:db8:1:2' })
})

test('the oldest of very many tokens is forgotten', () => {
  const callers = new Callers()
  const tokens = Array.from({ length: 10_001 }, newToken)
  for (const [account, token] of tokens.entries()) callers.learn(hashToken(token), account)
  const accountOf = (token: string | undefined) =>
    callers.of({ headers: { authorization: `Bearer ${token}` }, ip: '41.58.0.1' }).account
  expect([accountOf(tokens[0]), accountOf(tokens[1]), accountOf(tokens[10_000])]).toEqual([null, 1, 10_000])
})

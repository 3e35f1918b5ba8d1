import { expect, test } from 'vitest'
import { goodPassword, openAccountServer } from '../../../test/account-server.ts'
import { accountTransitions } from './account-state-machine.ts'
import { accountById, createOperator, createVerifiedAccount, moveAccount } from './accounts.ts'

const server = await openAccountServer()
const { db, sql, clock } = server
const person = {
  email: 'ops@labs.example',
  password: goodPassword,
  name: 'Ngozi Bello',
  phone: '0803 123 4567',
}

test('an operator is made once, active, and signs in with a second factor', async () => {
  const id = await createOperator(db, server, person)
  expect(await accountById(db, id)).toEqual({
    id,
    email: 'ops@labs.example',
    name: 'Ngozi Bello',
    phone: '2348031234567',
    type: 'operator',
    state: 'active',
  })
  expect(await server.signIn(person.email)).toMatchObject({
    data: { details: { type: 'operator' }, authid: null, challenge: { token: expect.any(String) } },
  })
  await expect(createOperator(db, server, person)).rejects.toMatchObject({ code: 'invalid' })
  await expect(createOperator(db, server, { ...person, password: 'password1' })).rejects.toMatchObject({
    code: 'weak_password',
  })
})

test('a demonstration account is confirmed and marked; making it again changes nothing', async () => {
  const doctor = {
    ...person,
    email: 'doctor@demo.labalaba.example',
    type: 'doctor' as const,
    address: 'Yaba',
  }
  const id = await createVerifiedAccount(db, server, doctor)
  expect(
    await createVerifiedAccount(db, server, { ...doctor, name: 'Someone Else', password: 'another one 77' }),
  ).toBe(id)
  const [row] = await sql`select name, state, demo, type, branch from account where id = ${id}`
  expect(row).toEqual({
    name: 'Ngozi Bello',
    state: 'active',
    demo: true,
    type: 'doctor',
    branch: 'private_practice',
  })
  expect(await server.tokenOf(doctor.email)).toBeTruthy()
})

test('an unknown id has no account', async () => {
  expect(await accountById(db, 999_999)).toBeNull()
})

test('a transition is recorded with actor and reason; a repeat changes nothing; one outside the table is refused', async () => {
  await server.confirmed('moved@mail.example')
  const [{ id } = { id: 0 }] = await sql<
    { id: number }[]
  >`select id from account where email = 'moved@mail.example'`
  const move = (verb: keyof typeof accountTransitions, actor: 'self' | 'operator', reason?: string) =>
    db
      .transaction()
      .execute((tx) => moveAccount(tx, id, { verb, actor, at: clock.now(), ...(reason && { reason }) }))
  await move('suspend', 'operator', 'chargebacks')
  await move('suspend', 'operator')
  await expect(move('restore', 'self')).rejects.toMatchObject({ code: 'wrong_state' })
  await expect(move('verify', 'self')).rejects.toMatchObject({ code: 'wrong_state' })
  await move('restore', 'operator')
  await move('delete', 'self')
  const events =
    await sql`select verb, from_state, to_state, actor, reason from account_event where account_id = ${id} order by id`
  expect(events).toEqual([
    { verb: 'verify', from_state: 'unverified', to_state: 'active', actor: 'self', reason: null },
    {
      verb: 'suspend',
      from_state: 'active',
      to_state: 'suspended',
      actor: 'operator',
      reason: 'chargebacks',
    },
    { verb: 'restore', from_state: 'suspended', to_state: 'active', actor: 'operator', reason: null },
    { verb: 'delete', from_state: 'active', to_state: 'deleted', actor: 'self', reason: null },
  ])
})

test('the database has the same states as the table', async () => {
  const [check] =
    await sql`select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'account_state_check'`
  const known = [...String(check?.rule).matchAll(/'(\w+)'::text/g)].map((match) => match[1])
  const moves = Object.values(accountTransitions)
  expect(new Set(known)).toEqual(new Set(moves.flatMap((move) => [...move.from, move.to])))
})

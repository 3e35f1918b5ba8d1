import { listLabSystems, makeLabSystem, revokeLabSystem } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { ada, sola, tola, yaba } from '../../../../test/cast.ts'
import { buildWorld } from '../../../../test/world.ts'
import { placeMember } from '../members/members.ts'

const world = await buildWorld()
const asSola = await world.as(sola)
const make = (name = 'Analyser room LIS') => asSola(makeLabSystem, { body: { name } })

describe("the keys of a lab's systems", () => {
  test('are shown once, and stored as a hash with their first characters', async () => {
    const { data } = await make()
    expect(data.key).toMatch(/^lab_[\w-]{43}$/)
    expect(data.system).toMatchObject({ keyStart: data.key.slice(0, 12), madeBy: 'Sola', lastUsedAt: null })
    const kept = await world.sql`select * from lab_system`
    expect(JSON.stringify(kept)).not.toContain(data.key)
    expect(world.logged.join()).not.toContain(data.key)
    const { data: desk } = await asSola(listLabSystems)
    expect([desk.mayChange, JSON.stringify(desk).includes(data.key)]).toEqual([true, false])
  })

  test('need a recent password', async () => {
    await world.sql`update session set created_at = created_at - interval '16 minutes', confirmed_at = null`
    const refused = await make()
    expect([refused.httpStatus, refused.code]).toEqual([403, 'sign_in_again'])
    await world.sql`update session set created_at = now(), confirmed_at = now()`
  })

  test('are five at most, also when ten are made at once, until one is revoked', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => make(`LIS ${index}`)))
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(4)
    expect(answers.find(({ httpStatus }) => httpStatus !== 200)?.code).toBe('many_systems')
    const { data } = await asSola(listLabSystems)
    const [first = expect.unreachable()] = data.systems
    const revoked = await asSola(revokeLabSystem, { params: { id: first.id } })
    expect(revoked.data).toMatchObject({ revokedBy: 'Sola', revokedAt: expect.any(String) })
    expect((await asSola(revokeLabSystem, { params: { id: first.id } })).data).toEqual(revoked.data)
    expect((await make('The next one')).httpStatus).toBe(200)
  })

  test('are for managers only, and read-only for managers of some locations', async () => {
    const asTola = await world.as(tola)
    for (const person of [asTola, await world.as(ada)])
      expect((await person(listLabSystems)).httpStatus).toBe(404)
    const account = await world.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', tola.email)
      .executeTakeFirstOrThrow()
    const annex = { lab: yaba.slug, duties: ['manager' as const], locations: [yaba.annex] }
    await world.db.transaction().execute((tx) => placeMember(tx, account.id, annex))
    expect((await asTola(listLabSystems)).data.mayChange).toBe(false)
    const refused = await asTola(makeLabSystem, { body: { name: 'Annex LIS' } })
    expect([refused.httpStatus, refused.code]).toEqual([403, 'not_your_duty'])
  })

  test('of another lab are not found', async () => {
    const [foreign] = await world.sql<{ id: number }[]>`insert into lab_system
        (lab_id, name, key_start, key_hash, made_by, made_at)
      select lab.id, 'Ikeja LIS', 'lab_12345678', sha256('foreign'), account.id, now() from lab, account
      where slug = 'ikeja-lab' and account.email = ${sola.email} returning id`
    const refused = await asSola(revokeLabSystem, { params: { id: String(foreign?.id) } })
    expect(refused.httpStatus).toBe(404)
    expect(JSON.stringify((await asSola(listLabSystems)).data)).not.toContain('Ikeja')
  })

  test('are immutable in the database: revoked permanently, with their maker', async () => {
    for (const change of [
      "name = 'x'",
      'lab_id = lab_id + 1',
      "key_hash = sha256('x')",
      'made_by = made_by + 1',
    ])
      await expect(world.sql.unsafe(`update lab_system set ${change}`)).rejects.toThrow('a lab system keeps')
    const again = 'update lab_system set revoked_at = null, revoked_by = null where revoked_at is not null'
    await expect(world.sql.unsafe(again)).rejects.toThrow('a lab system keeps')
    await expect(world.sql`delete from lab_system`).rejects.toThrow('append-only')
  })
})

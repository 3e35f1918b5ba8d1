import {
  breakGlass,
  correctReport,
  enterResults,
  giveLinkedConsent,
  readBreakGlass,
  readingConsentVersion,
  readResults,
  releaseReport,
  verifyReport,
  withdrawLinkedConsent,
  withdrawReport,
} from '@labalaba/contract'
import { expect } from 'vitest'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { consentSignature } from '../src/modules/consents/link.ts'
import { verifyForDemo } from '../src/modules/licences/index.ts'
import { castPassword, drBello, sola, sugar, tola } from './cast.ts'
import { bookedForAda, bornOn } from './doctor-results.ts'
import { addAge, completed, reportsOf } from './results.ts'
import type { Caller, World } from './world.ts'

/** Of glucose, in mmol/L: life may be in danger, or nothing unusual. */
export const immediate = '0.9'
export const usual = '5.1'

export const why = { because: 'patient_unreachable', reason: 'I rang twice, and no one answered' } as const

export const codeOf = ({ httpStatus, code }: { httpStatus: number; code?: unknown }) =>
  `${httpStatus} ${code}`

const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * A patient of Dr Bello's. No two of one file have a name, an email or a phone alike: what one of them refuses would hold for
 * the other.
 */
export function patientNo(number: number, mailbox: string) {
  const [x = 'a', y = 'a'] = [letters[number % 26], letters[(number * 7 + Math.floor(number / 26) + 1) % 26]]
  return {
    name: `${x.toUpperCase()}${y}${x}${y} ${y.toUpperCase()}${x}${x}${y}`,
    email: `${mailbox}-${number}@cast.example`,
    phone: `0805 000 ${String(number).padStart(4, '0')}`,
  }
}

/** What Dr Bello, the lab and the patients of this world do around break-glass; by default all as Dr Bello. */
export function glassOf(world: World) {
  const params = (reference: string) => ({ params: { reference } })
  const bello = () => world.as(drBello)
  const by = async (as?: Caller) => as ?? (await bello())

  /** Releases the report of a test with this value of its first line; as a correction if one is out. Answers its id. */
  async function release(reference: string, value: string, test: string = sugar.name): Promise<string> {
    const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
    const find = async () =>
      (await reportsOf(asSola, reference)).find((one) => one.test === test) ?? expect.unreachable()
    await addAge(asSola, reference)
    const report = await find()
    const { id, versions, sensitive } = report
    if (versions[0]?.state === 'released')
      await asTola(correctReport, { params: { id }, body: { reason: 'measured again' } })
    const basedOn = (await find()).versions[0]?.enteredAt ?? null
    const values = completed(report, [{ position: 1, value }])
    await asSola(enterResults, { params: { id }, body: { values, basedOn } })
    await asTola(verifyReport, {
      params: { id },
      body: { seen: (await find()).versions[0]?.enteredAt ?? '' },
    })
    const body = { counselledBy: sensitive ? 'lab' : null, note: 'Talked by phone' } as const
    expect((await asTola(releaseReport, { params: { id }, body })).httpStatus).toBe(200)
    return id
  }

  const linkOf = (reference: string) => ({
    reference,
    signature: consentSignature(world.parts.secret, reference),
  })

  async function agree(reference: string, sensitive = false): Promise<void> {
    const body = { ...linkOf(reference), answer: bornOn, sensitive, version: readingConsentVersion }
    expect((await world.nobody(giveLinkedConsent, { body })).httpStatus).toBe(200)
  }

  const withdraw = (reference: string) => world.nobody(withdrawLinkedConsent, { body: linkOf(reference) })

  return {
    params,
    bello,
    release,
    agree,
    withdraw,
    async refuse(reference: string): Promise<void> {
      await agree(reference)
      expect((await withdraw(reference)).httpStatus).toBe(200)
    },
    /** An order of Dr Bello's with a report of sugar that says `value`. */
    async released(value: string, form: object): Promise<string> {
      const reference = await bookedForAda(world, form)
      await release(reference, value)
      return reference
    },
    async takeBack(reference: string, number = 1): Promise<void> {
      const reports = await reportsOf(await world.as(sola), reference)
      const id = reports.find((one) => one.test === sugar.name)?.id ?? ''
      const body = { number, because: 'wrong_patient' as const, note: 'tubes were mixed up' }
      expect((await (await world.as(tola))(withdrawReport, { params: { id }, body })).httpStatus).toBe(200)
    },
    open: async (reference: string, as?: Caller) =>
      await (await by(as))(breakGlass, { ...params(reference), body: why }),
    read: async (reference: string, as?: Caller) => await (await by(as))(readResults, params(reference)),
    status: async (reference: string, as?: Caller) => await (await by(as))(readBreakGlass, params(reference)),
    openingsOf: async (reference: string) =>
      await world.sql<{ because: string; reason: string; at: Date }[]>`
        select because, reason, break_glass.at from break_glass join lab_order o on o.id = order_id
        where o.reference = ${reference} order by break_glass.id`,
    /** The file at an address, as Dr Bello asks for it. */
    async fetched({ path }: { path: string }, reference: string, report = ''): Promise<Response> {
      const url = path.replace(':reference', reference).replace(':report', report)
      const headers = { authorization: `Bearer ${await world.tokenOf(drBello)}` }
      return await fetch(`${world.publicUrl}${url}`, { headers })
    },
    /** A doctor with this number, verified or as they have just registered. */
    async doctor(number: number, verified: boolean) {
      const email = `glass-doctor-${number}@doctors.example`
      const phone = `234803277${String(number).padStart(4, '0')}`
      const person = { email, name: 'Bisi Lawal', type: 'doctor', phone } as const
      const id = await createVerifiedAccount(world.db, world.parts, {
        ...{ ...person, password: castPassword, address: 'Yaba, Lagos' },
      })
      if (verified) await verifyForDemo(world.db, id, world.clock.now())
      return { id, as: () => world.as(person) }
    },
  }
}

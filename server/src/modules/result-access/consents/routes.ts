import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { accountById, doctorNameOf, isVerifiedDoctor } from '../../accounts/index.ts'
import {
  askAgain,
  giveConsent,
  linkGives,
  newestConsent,
  orderOfLink,
  ordersByDoctors,
  presentConsent,
  presentLinked,
  readingsOf,
  refuseDoctorsBrowser,
  requirePair,
  requireWords,
  withdrawConsent,
} from '../../consents/index.ts'
import { type OrderRow, orderByReference, ownOrder } from '../../orders/index.ts'
import { showPatient } from '../proof.ts'
import { requireProof } from '../read-results.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** Consents of patients to the doctors who book for them. */
export function consentRoutes(server: Server, deps: Dependencies): void {
  patientRoutes(server, deps)
  linkRoutes(server, deps)
  const { db, clock } = deps
  serve(server, contract.askConsentAgain, async ({ actor, params }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    await db.transaction().execute((tx) => askAgain(tx, order, clock.now()))
    return { data: {} }
  })
}

function patientRoutes(server: Server, { db, clock }: Dependencies): void {
  serve(server, contract.listConsents, async ({ actor }) => {
    const email = await emailOf(db, actor)
    const found = email === null ? [] : await ordersByDoctors(db, email, actor.accountId)
    const consents = found.map(async ({ doctorId, person, ...by }) => {
      const pair = { person, email: email ?? '', doctorId }
      const [doctor, newest, readings] = await Promise.all([
        doctorNameOf(db, doctorId),
        newestConsent(db, pair),
        readingsOf(db, pair),
      ])
      return presentConsent({ doctor: doctor ?? '', ...by, newest, readings }, clock.now())
    })
    return { data: await Promise.all(consents) }
  })
  serve(server, contract.giveConsent, async ({ actor, params, body }) => {
    const order = await ownAsPatient(db, actor, params.reference)
    const pair = await requirePair(db, order)
    // Owning the email does not prove to be the patient. Withdrawing needs no proof.
    await requireProof(db, { order, accountId: actor.accountId, isOwn: false })
    const answer = { ...body, accountId: actor.accountId }
    await db.transaction().execute((tx) => giveConsent(tx, clock, pair, answer))
    return { data: {} }
  })
  serve(server, contract.withdrawConsent, async ({ actor, params }) => {
    const order = await ownAsPatient(db, actor, params.reference)
    await db.transaction().execute((tx) => withdrawConsent(tx, clock, order, actor.accountId))
    return { data: {} }
  })
}

/** The confirmed email of a patient's account; null for other accounts. */
async function emailOf(db: Db, { accountId, type }: Actor): Promise<string | null> {
  const account = type === 'user' ? await accountById(db, accountId) : null
  return account?.email.toLowerCase() ?? null
}

/** An order whose patient has the actor's email. Throws DomainError `not_found` for any other. */
async function ownAsPatient(db: Db, actor: Actor, reference: string): Promise<OrderRow> {
  const order = await orderByReference(db, reference)
  const email = await emailOf(db, actor)
  if (!order || email === null || order.patient_email?.toLowerCase() !== email)
    throw new DomainError('not_found')
  return order
}

/** For readers of the mail, who need no account. To consent they must show each time that they know the patient. */
function linkRoutes(server: Server, deps: Dependencies): void {
  const { db, clock, secret } = deps
  const linked = async (order: OrderRow) => {
    const pair = await requirePair(db, order)
    const [doctor, account, newest] = await Promise.all([
      doctorNameOf(db, pair.doctorId),
      accountById(db, pair.doctorId),
      newestConsent(db, pair),
    ])
    const isOpen = account?.state === 'active' && (await isVerifiedDoctor(db, pair.doctorId))
    return { data: presentLinked(order, { name: doctor ?? '', isOpen }, newest, clock.now()) }
  }
  serve(server, contract.readLinkedConsent, async ({ body, address }) =>
    linked(await orderOfLink(deps, body, address)),
  )
  serve(server, contract.giveLinkedConsent, async ({ body, address, device }) => {
    const order = await orderOfLink(deps, body, address)
    const at = clock.now()
    if (!linkGives(order, at)) throw new DomainError('not_found')
    const pair = await requirePair(db, order)
    await refuseDoctorsBrowser(db, pair, device?.hash ?? null)
    const { answer, sensitive, version } = body
    requireWords(body)
    await showPatient(db, secret, order, { accountId: null, answer, at })
    await db
      .transaction()
      .execute((tx) => giveConsent(tx, clock, pair, { sensitive, version, accountId: null }))
    return linked(order)
  })
  serve(server, contract.withdrawLinkedConsent, async ({ body, address }) => {
    const order = await orderOfLink(deps, body, address)
    await db.transaction().execute((tx) => withdrawConsent(tx, clock, order, null))
    return linked(order)
  })
}

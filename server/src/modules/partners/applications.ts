import { createHash } from 'node:crypto'
import { type ApplicationForm, normalisePhone, phoneProblem } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { addressAbout, countTry, type Limit, pauseBeforeTry, tryAbout } from '../../infra/http/tries.ts'
import { transition } from '../../infra/state-machine.ts'
import {
  type ApplicationState,
  applicationTransitions,
  type ReviewVerb,
} from './application-state-machine.ts'
import * as repository from './repository.ts'

const hour = 60 * 60 * 1000

/** How many applications one email may send, and one network address, which many phones may share. */
const perEmail = { most: 3, window: 24 * hour }
const perAddress = { most: 20, window: hour }

/** How long a repeated application with the same content counts as the same one, in milliseconds. */
const sameFor = 24 * hour

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/**
 * Stores an application and notifies the operator and the applicant. Repeating a `reference` with the same form has no
 * effect; neither has the same form under another reference within a day, as a second tab or a reload sends it. Throws
 * DomainError `reference_reused` for a reference with another form, `too_many` for too many applications from one email or
 * network address, and `invalid` for a phone. A form with a filled-in `website` comes from a program and is silently
 * dropped.
 */
export async function apply(deps: Dependencies, form: ApplicationForm, address: string): Promise<void> {
  const phone = normalisePhone(form.phone)
  const problem = phoneProblem(phone)
  if (problem) throw new DomainError('invalid', { message: problem, fields: { phone: problem } })
  if (form.website !== '') return
  const now = deps.clock.now()
  const limits = limitsOf(deps.secret, form.email, address)
  await deps.db.transaction().execute((tx) => applyOnce(tx, { ...form, phone }, limits, now))
}

function limitsOf(secret: Secret, email: string, address: string): Limit[] {
  return [
    { about: tryAbout(secret, 'partner application, by email', email), ...perEmail },
    { about: addressAbout(secret, 'partner application', address), ...perAddress },
  ]
}

async function applyOnce(tx: Tx, form: ApplicationForm, limits: readonly Limit[], now: Date): Promise<void> {
  const requestHash = hashOf(form)
  const pause = await pauseBeforeTry(tx, limits, now)
  const before = await repository.applicationByClientReference(tx, form.reference)
  if (before) return assertSame(before, requestHash)
  if (await repository.wasSentSince(tx, form.email, requestHash, new Date(now.getTime() - sameFor))) return
  if (pause > 0) throw new DomainError('too_many', { retryAfter: pause })
  const id = await repository.insertApplication(tx, {
    client_reference: form.reference,
    request_hash: requestHash,
    kind: form.kind,
    name: form.name,
    organisation: form.organisation,
    email: form.email,
    phone: form.phone,
    home_state: form.state,
    area: form.area,
    message: form.message,
    registration_number: form.kind === 'lab' ? form.registrationNumber || null : null,
    consented_at: now,
    created_at: now,
  })
  if (id === undefined) {
    const winner = await repository.applicationByClientReference(tx, form.reference)
    if (!winner) throw new DomainError('busy', { retryAfter: 1 })
    return assertSame(winner, requestHash)
  }
  await countTry(tx, limits, now)
  await publish(tx, 'partner.applied', { applicationId: id })
}

function hashOf({ reference: _, website: __, ...content }: ApplicationForm): Buffer {
  const inOrder = Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(inOrder)).digest()
}

function assertSame(before: repository.ApplicationRow, requestHash: Buffer): void {
  if (!requestHash.equals(before.request_hash))
    throw new DomainError('reference_reused', { message: 'This reference was used for another application.' })
}

/** Makes a transition of the review and records the reason. Throws DomainError `not_found` and `wrong_state`. */
export async function reviewApplication(
  tx: Tx,
  id: number,
  verb: ReviewVerb,
  reason: string,
  at: Date,
): Promise<ApplicationState> {
  const application = await repository.lockApplication(tx, id)
  if (!application) throw new DomainError('not_found')
  const next = transition(applicationTransitions, verb, application.state, 'operator')
  if (!next.ok) throw new DomainError('wrong_state')
  const { state: from } = application
  await repository.moveApplication(tx, id, { verb, from, to: next.to, actor: 'operator', at, reason })
  return next.to
}

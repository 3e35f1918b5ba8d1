import { createHash } from 'node:crypto'
import { type BodyOf, type LicenceAct, lagosDate, type sendLicence as sendCall } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import type { Files } from '../../infra/files/store/files.ts'
import { insertFile } from '../../infra/files/store/repository.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { countTry, pauseBeforeTry, tryAbout } from '../../infra/http/tries.ts'
import { transition } from '../../infra/state-machine.ts'
import { accountById, lockActive } from '../accounts/index.ts'
import { endConsentsToDoctor } from '../consents/index.ts'
import type { Document, ReadDocument } from './document.ts'
import { type LicenceVerb, licenceTransitions } from './licence-state-machine.ts'
import { sentInADay, yearIsCurrent } from './policy.ts'
import * as repository from './repository.ts'

type Dependencies = {
  readonly db: Db
  readonly secret: Secret
  readonly files: Files
  readonly readDocument: ReadDocument
}

/**
 * Stores the practising licence of a doctor for an operator to check. It replaces one that waits for review; a licence in
 * force stays until an operator accepts the new one. Sending the same id with the same content again has no effect. Every
 * document counts toward the limit of a day before it is read, also if it is then refused; an account has one document read
 * at a time. Throws DomainError `licence_suspended`, `document_refused` with the reason, `reference_reused`, `invalid` for
 * a year that does not count, `too_many` within a day, `busy` and `files_unavailable`.
 */
export async function sendLicence(
  { db, secret, files, readDocument }: Dependencies,
  { accountId }: Actor,
  form: BodyOf<typeof sendCall>,
  now: Date,
): Promise<void> {
  const file = Buffer.from(form.document, 'base64')
  const hash = createHash('sha256').update(file).digest()
  if (await wasSent(db, accountId, form, hash)) return
  if (!yearIsCurrent(form.year, lagosDate(now)))
    throw new DomainError('invalid', { fields: { year: 'send the licence of this year or the next' } })
  const read = await readDocument(file, {
    account: accountId,
    admitted: () => db.transaction().execute((tx) => countDocument(tx, secret, accountId, now)),
  })
  if ('refused' in read) throw new DomainError('document_refused', { message: read.refused })
  const stored = await files.store(read.bytes, read.type, now)
  await db.transaction().execute(async (tx) => {
    await lockActive(tx, accountId)
    await acquireAdvisoryLock(tx, `licences of account ${accountId}`)
    if (await wasSent(tx, accountId, form, hash)) return
    const current = await repository.lockLicencesOf(tx, accountId)
    if (current.some(({ state }) => state === 'suspended')) throw new DomainError('licence_suspended')
    for (const waiting of current.filter(({ state }) => state !== 'accepted'))
      await move(tx, waiting, 'replace', { actor: 'doctor', by: accountId, at: now })
    const account = await accountById(tx, accountId)
    await insertFile(tx, stored)
    await repository.insertLicence(tx, {
      id: form.id,
      account_id: accountId,
      name: account?.name ?? '',
      folio_number: form.folioNumber,
      practising_year: form.year,
      file_id: stored.id,
      document_type: read.type,
      document_hash: hash,
      submitted_at: now,
    })
    await publish(tx, 'licence.submitted', { licenceId: form.id })
  })
}

/** Counts a document of an account before it is read. Throws DomainError `too_many`. */
async function countDocument(tx: Tx, secret: Secret, accountId: number, now: Date): Promise<void> {
  const limits = [{ about: tryAbout(secret, 'licence', String(accountId)), ...sentInADay }]
  const pause = await pauseBeforeTry(tx, limits, now)
  if (pause > 0)
    throw new DomainError('too_many', {
      retryAfter: pause,
      message: `You can send ${sentInADay.most} documents a day. Please send the next one tomorrow.`,
    })
  await countTry(tx, limits, now)
}

/** Whether the same licence was sent before. Throws DomainError `reference_reused` if its id belongs to another. */
async function wasSent(
  db: Db,
  accountId: number,
  { id, folioNumber, year }: BodyOf<typeof sendCall>,
  hash: Buffer,
): Promise<boolean> {
  const before = await repository.licenceById(db, id)
  if (!before) return false
  const isSame =
    before.account_id === accountId &&
    before.folio_number === folioNumber &&
    before.practising_year === year &&
    before.document_hash.equals(hash)
  if (!isSame)
    throw new DomainError('reference_reused', {
      message: 'This id was used for another licence. Send it again.',
    })
  return true
}

type Decision = { readonly act: LicenceAct; readonly note: string; readonly by: number }

/**
 * Decides about a licence as an operator and notifies the doctor. Accepting a licence replaces the one in force. Throws
 * DomainError `not_found`, `wrong_state`, `licence_outdated`, `folio_taken`, and `invalid` if the act needs a note and has
 * none.
 */
export async function decideLicence(tx: Tx, id: string, decision: Decision, now: Date): Promise<void> {
  const { act, note, by } = decision
  const found = await repository.licenceById(tx, id)
  if (!found) throw new DomainError('not_found')
  await acquireAdvisoryLock(tx, `licences of account ${found.account_id}`)
  const current = await repository.lockLicencesOf(tx, found.account_id)
  const licence = current.find((one) => one.id === id)
  if (!licence) throw new DomainError('wrong_state')
  const verifies = act === 'accept' || act === 'restore'
  if (!verifies && note === '')
    throw new DomainError('invalid', { fields: { note: 'write what the doctor should know' } })
  if (verifies) await requireCurrent(tx, licence, now)
  const before = current.find(({ state }) => state === 'accepted' || state === 'suspended')
  if (act === 'accept' && before) {
    // Only `restore` ends a suspension.
    if (before.state === 'suspended') throw new DomainError('wrong_state')
    requireMove(licence, 'accept')
    await move(tx, before, 'replace', { actor: 'system', by: null, at: now })
  }
  await move(tx, licence, act, { actor: 'operator', by, at: now, ...(note !== '' && { reason: note }) })
  if (act === 'suspend') await endConsentsToDoctor(tx, licence.account_id, now)
  await publish(tx, 'licence.decided', {
    licenceId: id,
    act,
    noticeKey: `licence:${id}:${act}:${now.toISOString()}`,
  })
}

/**
 * Throws DomainError `licence_outdated` if the year no longer counts, `folio_taken` if the number verifies another account.
 */
async function requireCurrent(tx: Tx, licence: repository.LicenceRow, now: Date): Promise<void> {
  if (!yearIsCurrent(licence.practising_year, lagosDate(now))) throw new DomainError('licence_outdated')
  await acquireAdvisoryLock(tx, 'folio numbers')
  const holder = await repository.holderOfFolio(tx, licence.folio_number)
  if (holder !== null && holder !== licence.account_id) throw new DomainError('folio_taken')
}

/** Ends every licence of a deleted account and deletes the owner's data in them. */
export async function withdrawLicences(tx: Tx, accountId: number, at: Date): Promise<void> {
  for (const licence of await repository.lockLicencesOf(tx, accountId))
    await move(tx, licence, 'withdraw', { actor: 'system', by: null, at })
  await repository.forgetOwner(tx, accountId)
}

type LicenceMover = Pick<repository.Move, 'actor' | 'by' | 'at' | 'reason'>

/** Makes a transition that the table allows. Throws DomainError `wrong_state`. */
export async function move(
  tx: Tx,
  licence: repository.LicenceRow,
  verb: LicenceVerb,
  mover: LicenceMover,
): Promise<void> {
  const ruling = transition(licenceTransitions, verb, licence.state, mover.actor)
  if (!ruling.ok) throw new DomainError('wrong_state')
  await repository.moveLicence(tx, licence.id, { ...mover, verb, from: licence.state, to: ruling.to })
}

function requireMove(licence: repository.LicenceRow, verb: LicenceVerb): void {
  if (!transition(licenceTransitions, verb, licence.state, 'operator').ok)
    throw new DomainError('wrong_state')
}

/**
 * Returns the document of a licence to an operator and records first that they opened it. Throws DomainError `not_found`,
 * `files_unavailable` and `file_damaged`.
 */
export async function openDocument(
  { db, files }: Pick<Dependencies, 'db' | 'files'>,
  id: string,
  type: Document['type'],
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<Buffer> {
  const fileId = await db.transaction().execute(async (tx) => {
    const licence = await repository.licenceById(tx, id)
    if (!licence?.file_id || licence.document_type !== type) throw new DomainError('not_found')
    await repository.noteOpened(tx, licence, by, at)
    return licence.file_id
  })
  return await files.read(db, fileId)
}

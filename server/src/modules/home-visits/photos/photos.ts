import { createHash } from 'node:crypto'
import { largestPhoto, longestPhotoSide } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { RewrittenPicture } from '../../../infra/file-rewriting/picture.ts'
import type { Rewriter } from '../../../infra/file-rewriting/rewriter.ts'
import type { Files } from '../../../infra/files/store/files.ts'
import { insertFile, type NewFile } from '../../../infra/files/store/repository.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { writeDown } from '../../audit/index.ts'
import { colleague } from '../../specimens/index.ts'
import { orderOfVisit } from '../handovers/repository.ts'
import { doneAt } from '../policy.ts'
import type { ActingPhlebotomist } from '../sync.ts'
import { lockBoth } from '../visits.ts'
import { freePlace, keptSince, seesPhotos, takesPhotos } from './policy.ts'
import * as repository from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly files: Files }

const photoLimits = { bytes: largestPhoto, side: longestPhotoSide }

/** A photo as a phone sends it. */
type Sent = {
  readonly id: string
  readonly visit: string
  readonly round: number
  readonly at: string
  readonly file: Buffer
}

/**
 * Stores a photo of the tubes for the phlebotomist of the visit, once per photo id. The picture is drawn anew, so that
 * nothing else in the file is stored. Throws `busy`, `files_unavailable`, `not_found` if the visit is not theirs, `photo_refused`,
 * `visit_changed`, `wrong_state` before the door was opened and later than a day after the handover, `many_photos`, and
 * `reference_reused` if the id belongs to another photo.
 */
export async function keepPhoto(
  { db, clock, files, rewriter }: Dependencies & { readonly rewriter: Rewriter },
  doer: ActingPhlebotomist,
  sent: Sent,
): Promise<void> {
  const isNew = (await repository.photoById(db, sent.id)) === undefined
  // The server redraws pictures only for the phlebotomist of the visit.
  if (isNew && !(await repository.isMadeBy(db, sent.visit, doer.staffId))) throw new DomainError('not_found')
  const picture = isNew ? await rewriter.picture(sent.file, photoLimits) : null
  const hash = createHash('sha256').update(sent.file).digest()
  const file = picture && (await files.store(picture.image, 'image/jpeg', clock.now()))
  await db.transaction().execute(async (tx) => {
    const { order, visit } = await lockBoth(tx, sent.visit)
    const before = await repository.photoById(tx, sent.id)
    if (before) return refuseUnlessSame(before, doer, sent, hash)
    if (visit.staff_id !== doer.staffId) throw new DomainError('not_found')
    if (!picture || !file) throw new DomainError('photo_refused')
    if (visit.round !== sent.round || order.state === 'cancelled') throw new DomainError('visit_changed')
    const now = clock.now()
    const handedOver = await repository.handedOverAt(tx, visit.id)
    if (!takesPhotos({ ...visit, handedOver }, now)) throw new DomainError('wrong_state')
    const at = doneAt(sent.at, visit.arrived_at ?? now, now)
    const photo = { id: sent.id, collection_id: visit.id, order_id: order.id, round: visit.round, hash }
    await insert(tx, photo, { ...picture, file }, { accountId: doer.accountId, at, now })
  })
}

type StoredPhoto = {
  readonly id: string
  readonly collection_id: string
  readonly order_id: number
  readonly round: number
  readonly hash: Buffer
}
type By = { readonly accountId: number; readonly at: Date; readonly now: Date }

async function insert(
  tx: Tx,
  photo: StoredPhoto,
  { file, width, height }: Pick<RewrittenPicture, 'width' | 'height'> & { readonly file: NewFile },
  { accountId, at, now }: By,
): Promise<void> {
  const place = freePlace(await repository.placesTaken(tx, photo.collection_id, photo.round))
  if (place === null) throw new DomainError('many_photos')
  await insertFile(tx, file)
  const picture = { file_id: file.id, size: file.size, width, height }
  const stored = { ...photo, ...picture, place, account_id: accountId, taken_at: at, received_at: now }
  if (!(await repository.insertPhoto(tx, stored))) throw new DomainError('reference_reused')
  const entry = { order_id: photo.order_id, role: 'phlebotomist', account_id: accountId } as const
  await writeDown(tx, [{ ...entry, what: 'photo_taken', at }])
}

type Before = NonNullable<Awaited<ReturnType<typeof repository.photoById>>>

function refuseUnlessSame(before: Before, doer: ActingPhlebotomist, sent: Sent, hash: Buffer): void {
  if (before.account_id !== doer.accountId) throw new DomainError('not_found')
  const isSame = before.collection_id === sent.visit && before.round === sent.round
  if (!isSame || !before.hash.equals(hash)) throw new DomainError('reference_reused')
}

/**
 * Returns a photo of the tubes to the phlebotomist while the visit is in their round, to the desk and the scientists of the
 * lab, and to operators. Throws `not_found` for all others and for a deleted photo, `files_unavailable` and `file_damaged`. A
 * view by the lab or an operator is recorded in the audit first.
 */
export async function openPhoto(
  { db, clock, files }: Dependencies,
  actor: Actor,
  query: { readonly visit: string; readonly photo: string },
): Promise<{ image: Buffer; reference: string }> {
  const now = clock.now()
  const { fileId, reference } = await db.transaction().execute(async (tx) => {
    const found = await repository.pictureOf(tx, query, now)
    const role = found && (await roleOf(tx, actor, query.visit, found.staff_id))
    if (!found || !role) throw new DomainError('not_found')
    const { order_id, file_id: fileId, reference } = found
    const seen = { order_id, role, account_id: actor.accountId, what: 'photo_seen', at: now } as const
    if (role !== 'phlebotomist') await writeDown(tx, [seen])
    return { fileId, reference }
  })
  return { image: await files.read(db, fileId), reference }
}

/** The role in which an actor may see a photo of a visit; null if they may not. */
async function roleOf(
  tx: Tx,
  actor: Actor,
  visitId: string,
  staffId: string | null,
): Promise<'phlebotomist' | 'operator' | 'lab' | null> {
  if (actor.type === 'operator') return 'operator'
  if (actor.type === 'phlebotomist')
    return staffId !== null && staffId === actor.staffId ? 'phlebotomist' : null
  if (actor.type !== 'lab') return null
  const { member, sight } = await colleague(tx, actor)
  if (!seesPhotos(member.duties) || (await orderOfVisit(tx, sight, visitId)) === undefined) return null
  return 'lab'
}

/** How many pictures are deleted at a time. */
const atATime = 200

/** Deletes pictures whose time is over; the records that they were taken and seen stay. A job runs it every hour. */
export async function tidyPhotos(db: Db, clock: Clock): Promise<number> {
  const now = clock.now()
  let gone = 0
  for (;;) {
    const some = await repository.forgetOld(db, keptSince(now), now, atATime)
    gone += some
    if (some < atATime) return gone
  }
}

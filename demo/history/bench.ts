import {
  checkIn,
  collectSamples,
  enterResults,
  type LabReport,
  readLabOrder,
  readLabResults,
  receiveSample,
  rejectSample,
  releaseReport,
  verifyReport,
} from '@labalaba/contract'
import { type Act, minutes } from './moments.ts'
import { emailOf, type Playing } from './playing.ts'
import type { Call } from './stage.ts'
import { valuesOf } from './values.ts'

/** Performs the lab's acts for an order, as far as the order gets. */
export async function atTheLab(playing: Playing, acts: readonly Act[]): Promise<void> {
  const { stage, told, moments, order } = playing
  const call = await stage.as(emailOf('lab'))
  const params = { reference: order }
  const isTime = (act: Act) => {
    if (acts.includes(act)) stage.setTime(moments[act])
    return acts.includes(act)
  }
  if (isTime('here')) await call(checkIn, { params })
  if (isTime('taken')) await call(collectSamples, { params, body: {} })
  if (!isTime('received')) return
  await receiveAll(call, order)
  if (told.rejected && !(await isTakenAgain(playing, call))) return
  if (isTime('entered')) await enterAll(playing, call)
  const verifier = await stage.as(emailOf('verifier'))
  if (isTime('verified'))
    for (const { id, versions } of await reportsOf(verifier, order))
      await verifier(verifyReport, { params: { id }, body: { seen: versions[0]?.enteredAt ?? '' } })
  if (isTime('released'))
    for (const report of await reportsOf(verifier, order)) await release(verifier, report)
}

async function receiveAll(call: Call, reference: string): Promise<void> {
  const { specimens } = await call(readLabOrder, { params: { reference } })
  for (const { accession, state } of specimens)
    if (state === 'collected') await call(receiveSample, { params: { accession } })
}

/** Rejects the first sample. Returns whether a new one was taken; if the order ends here, it is still awaited. */
async function isTakenAgain({ stage, told, moments, order }: Playing, call: Call): Promise<boolean> {
  const params = { reference: order }
  const { specimens } = await call(readLabOrder, { params })
  const [first] = specimens
  if (!first || told.rejected === '') return true
  const note = told.rejected === 'other' ? 'The tube was broken' : null
  stage.setTime(new Date(moments.received.getTime() + 10 * minutes))
  await call(rejectSample, { params: { accession: first.accession }, body: { reason: told.rejected, note } })
  if (told.ends === 'rejected') return false
  stage.setTime(new Date(moments.received.getTime() + 25 * minutes))
  await call(collectSamples, { params, body: {} })
  await receiveAll(call, order)
  return true
}

async function reportsOf(call: Call, reference: string): Promise<LabReport[]> {
  return [...(await call(readLabResults, { params: { reference } })).reports]
}

async function enterAll({ told, seed, order }: Playing, call: Call): Promise<void> {
  for (const report of await reportsOf(call, order)) {
    const values = valuesOf(report, told.values, `${seed} ${report.test}`)
    await call(enterResults, { params: { id: report.id }, body: { values, basedOn: null } })
  }
}

async function release(verifier: Call, { id, sensitive }: LabReport): Promise<void> {
  const talk = { counselledBy: 'lab', note: 'Talked by phone' } as const
  const body = sensitive === null ? { counselledBy: null } : talk
  await verifier(releaseReport, { params: { id }, body })
}

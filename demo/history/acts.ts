import { randomUUID } from 'node:crypto'
import {
  checkIn,
  collectSamples,
  confirmHandover,
  enterResults,
  type LabReport,
  listHandovers,
  logCall,
  type RoundVisit,
  readLabOrder,
  readLabResults,
  readRound,
  readVisit,
  receiveSample,
  rejectSample,
  releaseReport,
  syncVisits,
  type VisitActSent,
  verifyReport,
} from '@labalaba/contract'
import { type Act, minutes } from './moments.ts'
import { bookerOf, type Call, emailOf, type Playing, type Stage } from './stage.ts'
import { valuesOf } from './story.ts'

/** Performs the phlebotomist's acts of a home visit, as far as the order gets. */
export async function visitAtHome(playing: Playing, acts: readonly Act[]): Promise<void> {
  const { stage, story, patient, moments, order } = playing
  if (!acts.includes('set_off')) return
  const booker = await stage.as(bookerOf(story, patient))
  await act(playing, moments.set_off, () => ({ verb: 'set_off' }))
  const own = await at(stage, moments.set_off, () => booker(readVisit, { params: { reference: order } }))
  const code = own?.doorCode ?? ''
  if (!acts.includes('collected')) return
  await act(playing, moments.collected, () => ({ verb: 'arrive', code }))
  await act(playing, moments.collected, ({ tubes }) => ({
    verb: 'collect',
    isPatient: true,
    accessions: tubes.map(({ accession }) => accession),
  }))
  if (!acts.includes('handed')) return
  await act(playing, moments.handed, ({ tubes }) => ({ verb: 'deliver', count: tubes.length }))
  if (acts.includes('received')) await count(playing)
}

async function at<T>(stage: Stage, moment: Date, act: () => Promise<T>): Promise<T> {
  stage.setTime(moment)
  return await act()
}

type Done<A = VisitActSent> = A extends VisitActSent ? Omit<A, 'id' | 'visit' | 'round' | 'at'> : never

async function act(
  { stage, patient }: Playing,
  moment: Date,
  what: (visit: RoundVisit) => Done,
): Promise<void> {
  stage.setTime(moment)
  const call = await stage.as(emailOf('phlebotomist'))
  const { visits } = await call(readRound)
  const visit = visits.find((one) => one.patient.name === patient.name && one.delivered === null)
  if (!visit) throw new Error('the visit is not among those of the day')
  const about = { id: randomUUID(), visit: visit.id, round: visit.round, at: moment.toISOString() }
  const { outcomes } = await call(syncVisits, { body: { acts: [{ ...about, ...what(visit) }] } })
  const [outcome] = outcomes
  if (!outcome?.isDone) throw new Error(`the visit could not go on: ${outcome?.code}`)
}

/** The lab staff count the specimens and find all of them. */
async function count({ stage, moments, order }: Playing): Promise<void> {
  const call = await stage.as(emailOf('lab'))
  const handovers = await at(stage, moments.received, () => call(listHandovers))
  const handover = handovers.find((one) => one.order === order)
  if (!handover) throw new Error('nothing was handed over')
  const found = handover.samples.map(({ accession }) => accession)
  await call(confirmHandover, { params: { visit: handover.visit }, body: { found } })
}

/** Performs the lab's acts for an order, as far as the order gets. */
export async function atTheLab(playing: Playing, acts: readonly Act[]): Promise<void> {
  const { stage, story, moments, order } = playing
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
  if (story.rejected && !(await isTakenAgain(playing, call))) return
  if (isTime('entered')) await enterAll(playing, call)
  const verifier = await stage.as(emailOf('verifier'))
  if (isTime('verified')) {
    for (const { id, versions } of await reportsOf(verifier, order))
      await verifier(verifyReport, { params: { id }, body: { seen: versions[0]?.enteredAt ?? '' } })
    stage.setTime(new Date(moments.verified.getTime() + 2 * minutes))
    await callAboutCritical(order, verifier)
  }
  if (isTime('released'))
    for (const report of await reportsOf(verifier, order)) await release(verifier, report)
}

async function receiveAll(call: Call, reference: string): Promise<void> {
  const { specimens } = await call(readLabOrder, { params: { reference } })
  for (const { accession, state } of specimens)
    if (state === 'collected') await call(receiveSample, { params: { accession } })
}

/** Rejects the first sample. Returns whether a new one was taken; if the order ends here, it is still awaited. */
async function isTakenAgain({ stage, story, moments, order }: Playing, call: Call): Promise<boolean> {
  const params = { reference: order }
  const { specimens } = await call(readLabOrder, { params })
  const [first] = specimens
  if (!first || story.rejected === '') return true
  const note = story.rejected === 'other' ? 'The tube was broken' : null
  stage.setTime(new Date(moments.received.getTime() + 10 * minutes))
  await call(rejectSample, { params: { accession: first.accession }, body: { reason: story.rejected, note } })
  if (story.ends === 'rejected') return false
  stage.setTime(new Date(moments.received.getTime() + 25 * minutes))
  await call(collectSamples, { params, body: {} })
  await receiveAll(call, order)
  return true
}

async function reportsOf(call: Call, reference: string): Promise<LabReport[]> {
  return [...(await call(readLabResults, { params: { reference } })).reports]
}

async function enterAll({ story, seed, order }: Playing, call: Call): Promise<void> {
  for (const report of await reportsOf(call, order)) {
    const values = valuesOf(report, story.values, `${seed} ${report.test}`)
    await call(enterResults, { params: { id: report.id }, body: { values, basedOn: null } })
  }
}

/** The verifier calls about each critical result at once, and someone answers: the doctor if they may read it. */
async function callAboutCritical(order: string, verifier: Call): Promise<void> {
  for (const { id, call } of await reportsOf(verifier, order)) {
    const contact = call?.contacts.at(-1)
    if (!call || call.endedAt !== null || !contact) continue
    const made = { ...contact, number: call.number, reached: true, readBack: true }
    await verifier(logCall, { params: { id }, body: { ...made, attempt: randomUUID() } })
  }
}

async function release(verifier: Call, { id, needsCounselling }: LabReport): Promise<void> {
  const talk = { counselledBy: 'lab', note: 'Talked by phone' } as const
  const body = needsCounselling ? talk : { counselledBy: null }
  await verifier(releaseReport, { params: { id }, body })
}

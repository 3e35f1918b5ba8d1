import { randomUUID } from 'node:crypto'
import {
  confirmHandover,
  listHandovers,
  type RoundVisit,
  readRound,
  readVisit,
  syncVisits,
  type VisitActSent,
} from '@labalaba/contract'
import type { Act } from './moments.ts'
import { bookerOf, emailOf, type Playing } from './playing.ts'
import type { Stage } from './stage.ts'

/** Performs the phlebotomist's acts of a home visit, as far as the order gets. */
export async function visitAtHome(playing: Playing, acts: readonly Act[]): Promise<void> {
  const { stage, told, patient, moments, order } = playing
  if (!acts.includes('set_off')) return
  const booker = await stage.as(bookerOf(told, patient))
  await act(playing, moments.set_off, () => ({ verb: 'set_off' }))
  const own = await at(stage, moments.set_off, () => booker(readVisit, { params: { reference: order } }))
  const code = own?.doorCode ?? ''
  if (!acts.includes('collected')) return
  await act(playing, moments.collected, () => ({ verb: 'arrive', code }))
  await act(playing, moments.collected, ({ tubes }) => ({
    ...{ verb: 'collect', isPatient: true, accessions: tubes.map(({ accession }) => accession) },
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

import {
  acknowledgeResults,
  addBooking,
  cancelOrder,
  giveConsent,
  type LabTest,
  listLabTests,
  listSlots,
  provePatient,
  readingConsentVersion,
  readOrder,
  readResults,
} from '@labalaba/contract'
import { demoLab } from '../accounts.ts'
import { atTheLab, visitAtHome } from './acts.ts'
import { actsOf, minutes, momentsOf, windowFor } from './moments.ts'
import { bookerOf, emailOf, type Playing, type Stage } from './stage.ts'
import { type HistoryOrder, readPatients, readStory } from './story.ts'

type History = {
  /** The number of orders. */
  readonly length: number
  /** Plays one order by its index, in a history that ends at `now`. The same index always gives the same booking. */
  play(stage: Stage, number: number, now: Date): Promise<void>
}

/** Reads the history: the orders placed before a demonstration begins. */
export function openHistory(): History {
  const orders = readStory()
  const patients = readPatients()
  let offered: ReturnType<typeof offeredTests> | undefined
  return {
    length: orders.length,
    async play(stage, number, now) {
      const story = orders[number]
      const patient = story && patients.get(story.patient)
      if (!story || !patient) throw new Error(`order ${number} of the history is about no one in people.csv`)
      offered ??= offeredTests(stage)
      const seed = `history-${number + 1}`
      await playOrder({ stage, story, patient, seed, now, offered: await offered })
    },
  }
}

/** The location of all orders of the history: the lab's main location. */
const site = {
  name: 'Truevial Laboratories',
  labReference: demoLab,
  location: '89 Adeola Odeku Street, Victoria Island',
} as const

type Order = Omit<Playing, 'order' | 'moments'> & {
  readonly now: Date
  readonly offered: readonly LabTest[]
}

/** Plays one order from its booking to its end, each act at its own time, through the calls that users make. */
async function playOrder(order: Order): Promise<void> {
  const { stage, story, patient, seed, now, offered } = order
  const tests = testsOf(story, offered)
  const promise = Math.max(...tests.map(({ turnaroundHours }) => turnaroundHours))
  const moments = momentsOf(story, promise, now)
  const booker = bookerOf(story, patient)
  stage.setTime(moments.placed)
  if (!story.doctor) await stage.join(patient)
  const call = await stage.as(booker)
  const when = story.visit ? await windowOfVisit(order) : null
  const { orderReference } = await call(addBooking, {
    body: {
      name: patient.name,
      email: patient.email,
      gender: patient.gender,
      dob: patient.bornOn,
      phone: patient.phone,
      reference: seed,
      provider: 'paystack',
      lab: site,
      ...(!story.doctor && { person: 'self' as const }),
      test: tests.map(({ testName, amount }) => ({ name: testName, amount })),
      type: when
        ? {
            mode: 'sampleCollection',
            details: {
              sampleCollectionAddress: `${patient.address}, ${story.visit}`,
              sampleCollectionLandmark: 'Beside the pharmacy',
              sampleCollectionState: 'Lagos',
              sampleCollectionArea: story.visit,
              sampleCollectionDate: when.date,
              sampleCollectionTime: when.from,
            },
          }
        : { mode: 'walkin' },
    },
  })
  const { payments } = await call(readOrder, { params: { reference: orderReference } })
  await stage.pay(payments[0]?.reference ?? '')
  await afterPaying({ stage, story, patient, seed, moments, order: orderReference })
}

async function afterPaying(playing: Playing): Promise<void> {
  const { stage, story, patient, moments, order } = playing
  if (story.doctor && story.doctor !== 'booked') await patientAgrees(playing)
  if (story.ends === 'cancelled') {
    stage.setTime(new Date(moments.placed.getTime() + 30 * minutes))
    const call = await stage.as(bookerOf(story, patient))
    await call(cancelOrder, { params: { reference: order }, body: { refundTo: 'credit' } })
    return
  }
  const acts = actsOf(story)
  if (story.visit) await visitAtHome(playing, acts)
  await atTheLab(playing, acts)
  if (story.ends !== 'released' || 'minutes' in story.when) return
  stage.setTime(new Date(moments.released.getTime() + 3 * minutes))
  if (story.doctor) return await doctorReads(playing)
  const call = await stage.as(patient.email)
  await call(readResults, { params: { reference: order } })
}

/** The tests and prices of the demonstration's lab. */
async function offeredTests(stage: Stage): Promise<readonly LabTest[]> {
  const call = await stage.as(emailOf('patient'))
  const [offered] = await call(listLabTests, { query: { lab: demoLab } })
  return offered?.tests ?? []
}

function testsOf({ tests }: HistoryOrder, offered: readonly LabTest[]): LabTest[] {
  return tests.map((code) => {
    const test = offered.find((one) => one.code === code)
    if (!test) throw new Error(`${demoLab} does not do ${code}`)
    return test
  })
}

async function windowOfVisit({ stage, story, patient, now }: Order) {
  const call = await stage.as(bookerOf(story, patient))
  const { slots } = await call(listSlots, {
    query: { lab: demoLab, location: site.location, state: 'Lagos', area: story.visit },
  })
  const found = windowFor(story, slots, now)
  if (!found) throw new Error('there is no window for a home visit')
  return found
}

/** The patient proves who they are and lets the doctor who booked read the results. */
async function patientAgrees({ stage, patient, order }: Playing): Promise<void> {
  await stage.join(patient)
  const call = await stage.as(patient.email)
  const params = { reference: order }
  await call(provePatient, { params, body: { answer: patient.bornOn } })
  await call(giveConsent, { params, body: { sensitive: false, version: readingConsentVersion } })
}

/** The doctor reads and acknowledges the results, if the story says so. */
async function doctorReads({ stage, story, order }: Playing): Promise<void> {
  if (story.doctor !== 'has_read') return
  const call = await stage.as(emailOf('doctor'))
  const params = { reference: order }
  const { toAcknowledge } = await call(readResults, { params })
  await call(acknowledgeResults, { params, body: { seen: toAcknowledge } })
}

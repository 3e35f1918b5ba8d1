import {
  addBooking,
  cancelOrder,
  type LabTest,
  listLabTests,
  listSlots,
  readOrder,
  readResults,
} from '@labalaba/contract'
import { demoLab } from '../accounts.ts'
import { atTheLab } from './bench.ts'
import { doctorReads, patientAgrees } from './doctor.ts'
import { actsOf, minutes, momentsOf, windowFor } from './moments.ts'
import { bookerOf, emailOf, type Playing } from './playing.ts'
import type { Stage } from './stage.ts'
import type { HistoryOrder } from './story.ts'
import { visitAtHome } from './visit.ts'

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
export async function playOrder(order: Order): Promise<void> {
  const { stage, told, patient, seed, now, offered } = order
  const tests = testsOf(told, offered)
  const promise = Math.max(...tests.map(({ turnaroundHours }) => turnaroundHours))
  const moments = momentsOf(told, promise, now)
  const booker = bookerOf(told, patient)
  stage.setTime(moments.placed)
  if (!told.doctor) await stage.join(patient)
  const call = await stage.as(booker)
  const when = told.visit ? await windowOfVisit(order) : null
  const { orderReference } = await call(addBooking, {
    body: {
      ...{ name: patient.name, email: patient.email, gender: patient.gender, dob: patient.bornOn },
      ...{ phone: patient.phone, reference: seed, provider: 'paystack', lab: site },
      ...(!told.doctor && { person: 'self' as const }),
      test: tests.map(({ testName, amount }) => ({ name: testName, amount })),
      type: when
        ? {
            mode: 'sampleCollection',
            details: {
              sampleCollectionAddress: `${patient.address}, ${told.visit}`,
              sampleCollectionLandmark: 'Beside the pharmacy',
              ...{ sampleCollectionState: 'Lagos', sampleCollectionArea: told.visit },
              ...{ sampleCollectionDate: when.date, sampleCollectionTime: when.from },
            },
          }
        : { mode: 'walkin' },
    },
  })
  const { payments } = await call(readOrder, { params: { reference: orderReference } })
  await stage.pay(payments[0]?.reference ?? '')
  await afterPaying({ stage, told, patient, seed, moments, order: orderReference })
}

async function afterPaying(playing: Playing): Promise<void> {
  const { stage, told, patient, moments, order } = playing
  if (told.doctor && told.doctor !== 'booked') await patientAgrees(playing)
  if (told.ends === 'cancelled') {
    stage.setTime(new Date(moments.placed.getTime() + 30 * minutes))
    const call = await stage.as(bookerOf(told, patient))
    await call(cancelOrder, { params: { reference: order }, body: { refundTo: 'credit' } })
    return
  }
  const acts = actsOf(told)
  if (told.visit) await visitAtHome(playing, acts)
  await atTheLab(playing, acts)
  if (told.ends !== 'released' || 'minutes' in told.when) return
  stage.setTime(new Date(moments.released.getTime() + 3 * minutes))
  if (told.doctor) return await doctorReads(playing)
  const call = await stage.as(patient.email)
  await call(readResults, { params: { reference: order } })
}

/** The tests and prices of the demonstration's lab. */
export async function offeredTests(stage: Stage): Promise<readonly LabTest[]> {
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

async function windowOfVisit({ stage, told, patient, now }: Order) {
  const call = await stage.as(bookerOf(told, patient))
  const { slots } = await call(listSlots, {
    query: { lab: demoLab, location: site.location, state: 'Lagos', area: told.visit },
  })
  const found = windowFor(told, slots, now)
  if (!found) throw new Error('there is no window for a home visit')
  return found
}

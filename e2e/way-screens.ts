import * as booking from './booking.ts'
import { enterBirthDate, newDoctor, openQuestion } from './doctors.ts'
import { rejectSecond, twoTests } from './giving-up.ts'
import { becomeMember, logIn, newMember, newPatient, pause, saveSession } from './people.ts'
import { orderAtBench, releaseResults } from './results.ts'
import { openSimulator } from './simulator.ts'
import { letVisitBeTaken, removePhlebotomists } from './time-travel.ts'
import type { Walk } from './walk.ts'

/** Orders that go another way: an area without visits, a lost time, a rejected sample, counselling first. */
export async function ways(walk: Walk): Promise<void> {
  await otherTime(walk)
  await givenUp(walk)
  await talkFirst(walk)
}

/** A home visit in an area without phlebotomists, and one whose time others have taken. */
async function otherTime({ page, product, mailbox, turn, shot, view }: Walk): Promise<void> {
  await removePhlebotomists(product, 'Zamfara')
  const person = await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await booking.describePatient(page, newPatient())
  await page.getByLabel('Street address').fill('14 Abak Road')
  await page.getByLabel('Area or town').selectOption({ label: 'Gusau' })
  await page.getByText('We cannot come to Gusau yet').waitFor()
  await shot('cart-too-far')
  await page.getByLabel('Area or town').selectOption({ label: 'Uyo' })
  // Each size loses its own time only.
  await booking.chooseVisitTime(page, turn)
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
  await page.goto('/orders')
  await page.getByRole('article').getByRole('link').click()
  await page.getByRole('button', { name: 'Change the time' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book this time' }).waitFor()
  await view('order-move')
  await letVisitBeTaken(product, person.email, booking.lab.place)
  await page.reload()
  await page.getByText('The time of the visit has been taken').waitFor()
  await shot('order-time-taken')
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book this time' }).waitFor()
  await view('order-another-time')
}

/** A sample that the lab rejects, and the patient who takes the refund. */
async function givenUp({ page, product, mailbox, shot, view }: Walk): Promise<void> {
  const person = await becomeMember(page, mailbox)
  const { order } = await twoTests(page, { product, simulator: openSimulator(product) }, person)
  await rejectSecond(page, product, order)
  await releaseResults(page, product, order, '5', { onlyReady: true })
  await saveSession(page, await logIn(page, person))
  await page.goto(`/orders/${order}`)
  await page.getByText('A new sample is needed').waitFor()
  await shot('order-again')
  await page.getByRole('button', { name: 'Get a refund instead' }).click()
  await page.getByRole('dialog').getByText(booking.tests[1]).waitFor()
  await view('order-give-up')
  await page.getByRole('button', { name: 'Give up these tests' }).click()
  await page.getByText('Now: Results ready').waitFor({ state: 'attached' })
  await shot('order-given-up')
}

/** A sensitive test whose doctor counsels the patient before the release. */
async function talkFirst({ page, product, mailbox, shot }: Walk): Promise<void> {
  const simulator = openSimulator(product)
  const [doctor, patient] = [await newDoctor(page, { product, mailbox }), await newMember(page, mailbox)]
  const order = await orderAtBench(page, { product, simulator }, doctor, 'HIV screening', patient.email)
  await saveSession(page, await logIn(page, doctor))
  const card = page.getByRole('region', { name: 'Talk with the patient first' })
  await page.goto(`/orders/${order}`)
  await card.waitFor()
  await shot('doctor-talk-not-agreed')
  await openQuestion(page, mailbox, patient)
  await page.getByLabel(/^Also private tests/).check()
  await enterBirthDate(page)
  await page.getByRole('button', { name: /^Yes, let Dr/ }).click()
  await page.getByRole('button', { name: /^Take it back/ }).waitFor()
  await page.goto('/portal/doctor')
  await page.getByRole('region', { name: 'Talk with these patients first' }).waitFor()
  await shot('doctor-inbox-talk')
  await page.goto(`/orders/${order}`)
  await card.getByRole('button', { name: /^Save the note/ }).click()
  await card.getByText('Write it in a few words.').waitFor()
  await shot('doctor-talk')
  await card.getByLabel('What was said or agreed?').fill('Talked at the clinic. She comes again on Monday.')
  await pause(page)
  await card.getByRole('button', { name: /^Save the note/ }).click()
  await card.getByText(/^Noted /).waitFor()
  await shot('doctor-talked')
}

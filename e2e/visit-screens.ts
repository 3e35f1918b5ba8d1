import { operator } from './operators.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { expectDrawn, photograph } from './photos.ts'
import { scientist } from './results.ts'
import { letVisitBeToday } from './time-travel.ts'
import {
  bookVisit,
  findToday,
  nearStaffedLab,
  orderOpen,
  phlebotomist,
  takeSamples,
  visited,
} from './visits.ts'
import { altered, type Walk } from './walk.ts'

/** The pages of an order whose home visit does not take place, with the way to another time. */
async function troubled({ page, shot, view }: Walk, order: string): Promise<void> {
  const path = `/orders/${order}`
  const as = async (name: string, next: string, visit: object, more: object, work = async () => {}) =>
    await altered<{ progress: object }>(
      page,
      `**/v0/orders/${order}`,
      (before) => ({ ...before, ...more, progress: { ...before.progress, next } }),
      async () =>
        await altered<object>(
          page,
          `**/v0/orders/${order}/visit`,
          (before) => ({ ...before, ...visit }),
          async () => {
            await page.goto(path)
            await page
              .getByRole('region', { name: /No phlebotomist came|could not take|cannot come/ })
              .waitFor()
            await shot(name)
            await work()
          },
        ),
    )
  const unassigned = { phlebotomist: null, doorCode: null }
  await as('order-visit-late', 'overdue', { ...unassigned, isOverdue: true }, {}, async () => {
    await page.getByRole('button', { name: 'Choose another day' }).click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
    await view('order-visit-moving')
    await page.getByRole('dialog').getByRole('radio', { disabled: false }).first().check()
    await page
      .getByRole('dialog')
      .getByText(/Nigerian time/)
      .scrollIntoViewIfNeeded()
    await view('order-visit-moving-time')
  })
  const missed = { ...unassigned, state: 'missed', missedReason: 'unable', canRebook: true }
  await as('order-visit-missed', 'missed', missed, { wantsNewTime: true })
  await as('order-visit-nowhere', 'nobody_goes', { ...unassigned, state: 'requested' }, {})
}

/** The same for a visitor who has not signed in. */
async function tracked({ page, shot }: Walk, order: string, contact: string): Promise<void> {
  for (const next of ['overdue', 'nobody_goes'])
    await altered<{ progress: object }>(
      page,
      '**/v0/track',
      (before) => ({ ...before, progress: { ...before.progress, next } }),
      async () => {
        await page.goto(`/track?order=${order}`)
        await page.getByLabel(/phone or email/i).fill(contact)
        await page
          .getByRole('button', { name: /Track|Find|Show/ })
          .first()
          .click()
        await page
          .getByText(next === 'overdue' ? /No phlebotomist came/ : /We cannot come/)
          .first()
          .waitFor()
        await shot(`track-${next.replace('_', '-')}`)
      },
    )
}

/** A home visit from its booking to the lab’s count of its tubes, and what an operator sees of it. */
export async function visits(walk: Walk): Promise<void> {
  const { page, product, mailbox, shot, view } = walk
  const as = async (email: string) =>
    saveSession(page, await logIn(page, { email, password: product.demoPassword }))
  await becomeMember(page, mailbox)
  const patient = visited()
  const code = await bookVisit(page, patient, nearStaffedLab)
  await shot('order-visit')
  const order = orderOpen(page)
  await troubled(walk, order)
  await tracked(walk, order, patient.email)
  await letVisitBeToday(product, patient.email)

  await as(phlebotomist)
  await page.goto('/portal/phlebotomist')
  await page.getByRole('link', { name: new RegExp(patient.name) }).click()
  await page.getByRole('button', { name: 'Set off' }).waitFor()
  await shot('visit')
  await page.getByRole('button', { name: 'Set off' }).click()
  await page.getByLabel('Door code', { exact: true }).waitFor()
  await shot('visit-door')
  await takeSamples(page, code)
  await shot('visit-samples')
  await page.getByLabel('I asked the patient first, and they agree').check()
  await photograph(page, 'Take a photo of the tubes')
  await expectDrawn(page)
  await shot('visit-photo')
  await page.getByRole('button', { name: 'Samples collected' }).click()
  await page.getByRole('heading', { name: 'Bring them to the lab' }).waitFor()
  await page.getByText('1 photo sent, and no longer on this phone.').waitFor()
  await shot('visit-bring')
  await page.getByRole('button', { name: 'Handed over' }).click()
  await page.goto('/portal/phlebotomist')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot('round-done')

  await as(scientist)
  await page.goto('/portal/lab/handovers')
  const card = page.getByRole('article', { name: `Order ${order}` })
  await card.waitFor()
  await shot('handovers-waiting')
  await card.getByRole('button', { name: /^Photo by the phlebotomist/ }).click()
  await expectDrawn(page)
  await view('handover-photo')
  await page.keyboard.press('Escape')
  const [label = ''] = await card.getByText(/^\d{2}[0-9A-Z]+-\d{5}$/).allTextContents()
  await card.getByRole('button', { name: 'Count the samples' }).click()
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: new RegExp(label) })
    .check()
  await view('handover-count')
  await page.goto('/portal/lab/receive')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('textbox').fill(label)
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').filter({ hasText: label }).first().waitFor()
  await shot('receive')
  await page.goto(`/portal/lab/orders/${order}`)
  await page.getByRole('heading', { name: 'Samples', exact: true }).waitFor()
  await shot('lab-order')

  await as(operator)
  await findToday(page, patient)
  await shot('operator-visits-day')
  await page.getByRole('tab', { name: 'Capacity' }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await shot('operator-room')
}

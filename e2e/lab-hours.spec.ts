import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, pause, signIn } from './people.ts'
import { expect, test } from './site.ts'
import { manage, openMenu } from './staff-menu.ts'

const verifier = 'verifier@demo.labalaba.example'

/**
 * A day that no other journey chooses at this lab. Others choose among the last eight days offered
 * (`chooseVisitTime`), so this is the third day from today, or the fourth if the third is a Sunday.
 */
function unsharedDay(): { iso: string; words: string } {
  const at = new Date(Date.now() + 60 * 60_000 + 3 * 24 * 60 * 60_000)
  if (at.getUTCDay() === 0) at.setUTCDate(at.getUTCDate() + 1)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at)
  return {
    iso: at.toISOString().slice(0, 10),
    words: `${part({ weekday: 'long' })} ${part({ day: 'numeric' })} ${part({ month: 'long' })}`,
  }
}

/** All hours of a lab are saved together: a second save is refused until the first has been read. */
const oneHoursPage = { lock: 'hours of the staffed lab' }

async function toHours(page: Page, password: string): Promise<void> {
  await manage(page, password, 'Opening hours')
  await expect(page.getByRole('heading', { name: 'Every week' })).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await pause(page)
  await page.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByText('Your hours are saved.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo what you changed' })).toBeHidden()
}

/** The cart of a home visit, where a day and a time must be chosen. */
async function toTimes(page: Page): Promise<void> {
  await booking.openCart(page, ['Full blood count'], booking.staffedLab)
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await expect(page.getByRole('group', { name: 'Day' })).toBeVisible()
}

test(
  'a manager closes a day: the lab’s page shows it, and that day cannot be booked',
  oneHoursPage,
  async ({ page, mailbox, product, anotherPerson }) => {
    test.slow()
    const day = unsharedDay()
    const patient = await anotherPerson()
    await becomeMember(patient, mailbox)
    await toTimes(patient)
    const radio = patient.getByRole('group', { name: 'Day' }).locator(`input[value="${day.iso}"]`)
    await expect(radio).toBeAttached()

    await toHours(page, product.demoPassword)
    await expectGoodLook(page, 'opening hours')
    await page.getByRole('button', { name: 'Add a day' }).click()
    await page.getByRole('button', { name: 'Save the hours' }).click()
    await expect(page.getByText('Choose a day, or remove this one.')).toBeVisible()
    await page.getByLabel('Day', { exact: true }).fill(day.iso)
    await page.getByLabel('Why').fill('Staff training')
    await expectGoodLook(page, 'opening hours, a special day')
    await save(page)
    await expectGoodLook(page, 'opening hours, saved')

    await patient.goto(`/labs/${booking.staffedLab.slug}`)
    await patient.getByRole('radio', { name: booking.staffedLab.place }).check()
    await expect(patient.getByText(`Staff training, ${day.words}: closed`).first()).toBeVisible()
    await expectGoodLook(patient, 'lab with a closed day')
    await toTimes(patient)
    await expect(patient.getByRole('group', { name: 'Day' }).getByRole('radio').first()).toBeAttached()
    await expect(radio).not.toBeAttached()

    // Restored for other journeys.
    await page.getByRole('button', { name: `Remove ${day.words}` }).click()
    await save(page)
  },
)

test(
  'a manager keeps unsaved hours when a colleague saves first, and can plan a week',
  oneHoursPage,
  async ({ page, product, watch }) => {
    await toHours(page, product.demoPassword)
    await page.getByRole('button', { name: 'Plan new hours from a later day' }).click()
    await expect(page.getByRole('heading', { name: 'New hours' })).toBeVisible()
    await expectGoodLook(page, 'opening hours, another week')

    const other = await page.context().newPage()
    await toHours(other, product.demoPassword)
    await other.getByRole('button', { name: 'Add a day' }).click()
    await other.getByLabel('Day', { exact: true }).fill('2027-08-02')
    await save(other)

    watch.allow(409, '/v0/lab/hours')
    await page.getByRole('button', { name: 'Save the hours' }).click()
    await expect(
      page.getByText('The hours were changed in the meantime, so yours are not saved yet'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'New hours' })).toBeVisible()
    await expectGoodLook(page, 'opening hours, changed meanwhile')
    await save(page)
    await expect(page.getByRole('button', { name: /^Remove Monday 2 August/ })).toBeHidden()

    await page.getByRole('button', { name: 'Remove the new hours' }).click()
    await save(page)
    await other.close()
  },
)

test(
  'a manager sets the number of home visits, and patients are offered exactly those windows',
  oneHoursPage,
  async ({ page, mailbox, product, anotherPerson }) => {
    test.slow()
    const day = unsharedDay()
    await manage(page, product.demoPassword, 'Home visits')
    const number = page.getByLabel('Monday, 7 to 9 am')
    await number.fill('four')
    await page.getByRole('button', { name: 'Save the numbers' }).click()
    await expect(page.getByText('Enter whole numbers from 0 to 500.')).toBeVisible()
    await expectGoodLook(page, 'home visits, not a number')
    await page.getByRole('button', { name: 'Undo what you changed' }).click()
    await number.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel('Tuesday, 7 to 9 am')).toBeFocused()

    await page.getByRole('button', { name: 'Add a day' }).click()
    await page.getByLabel('Day', { exact: true }).fill(day.iso)
    await page.getByLabel(`${day.words}, 11 am to 1 pm`).fill('1')
    await expectGoodLook(page, 'home visits, a special day')
    await pause(page)
    await page.getByRole('button', { name: 'Save the numbers' }).click()
    await expect(page.getByText(/^Last changed by/)).toBeVisible()

    const patient = await anotherPerson()
    await becomeMember(patient, mailbox)
    await toTimes(patient)
    await patient.getByRole('group', { name: 'Day' }).locator(`input[value="${day.iso}"]`).check()
    const windows = patient.getByRole('group', { name: /^Time on/ }).getByRole('radio')
    await expect(windows).toHaveCount(1)
    await expect(patient.getByRole('radio', { name: '11 am to 1 pm, few left' })).toBeVisible()

    // Restored for other journeys.
    await page.getByRole('button', { name: `Remove ${day.words}` }).click()
    await page.getByRole('button', { name: 'Save the numbers' }).click()
    await expect(page.getByRole('button', { name: 'Undo what you changed' })).toBeHidden()
    await expectGoodLook(page, 'home visits, saved')
  },
)

test('a member who does not manage the lab finds no hours to change', async ({ page, product, watch }) => {
  await page.goto('/auth/login')
  await signIn(page, { email: verifier, password: product.demoPassword })
  await expect(page).toHaveURL(/\/portal\/lab$/)
  await expect(page.getByRole('heading', { name: 'Worklist' })).toBeVisible()
  const menu = await openMenu(page)
  await expect(menu.getByRole('link', { name: 'Worklist' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Opening hours', exact: true })).toBeHidden()
  watch.allow(404, '/v0/lab/hours')
  await page.goto('/portal/lab/hours')
  await expect(page.getByRole('heading', { name: 'We could not find that page' })).toBeVisible()
})

import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { expect, test } from './site.ts'
import { openMenu } from './staff-menu.ts'
import { findToday, haveVisitToday, phlebotomist, work } from './visits.ts'

const lab = 'lab@demo.labalaba.example'

test('staff have their own links in the header, by keyboard too, and neither cart nor the patients’ footer', async ({
  page,
  product,
}) => {
  await work(page, product, operator)
  await expect(page).toHaveURL('/operator/cases')
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByText(`Signed in as ${operator}`)).toBeVisible()
  await expectGoodLook(page, 'menu of an operator')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'Home visits' }).click()
  await expect(page).toHaveURL('/operator/visits')
  await opener.click()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: /^Cart/ })).toBeVisible()
})

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
  test('a lab manager has daily pages in the bar, and the others in the menu', async ({ page, product }) => {
    await work(page, product, lab)
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link')).toHaveText([
      ...['Worklist', 'Receive samples', 'Handovers', 'Unmatched results'],
    ])
    await expect(bar.getByRole('link', { name: 'Worklist' })).toHaveAttribute('aria-current', 'page')
    await expectGoodLook(page, 'worklist with its bar')
    const menu = await openMenu(page)
    await expect(menu.getByRole('link')).toHaveText([
      ...['Worklist', 'Receive samples', 'Handovers', 'Unmatched results'],
      ...[
        'Opening hours',
        'Home visits',
        'Pause',
        'Prices',
        'Statements',
        'Statistics',
        'Connected systems',
        'Reference intervals',
      ],
      'Logins and browsers',
    ])
    await expectGoodLook(page, 'menu of a manager')
    await menu.getByRole('link', { name: 'Prices' }).click()
    await expect(page.getByRole('heading', { name: 'Prices', exact: true })).toBeVisible()
  })

  test('a phlebotomist has a link to the round', async ({ page, product }) => {
    await work(page, product, phlebotomist)
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link')).toHaveText(['My round'])
    await expect(page.getByRole('link', { name: /^Cart/ })).toHaveCount(0)
  })
})

test('an operator gives a visit another time for the patient, who pays nothing and gets one message', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { patient } = await haveVisitToday({ page: ada, mailbox, product })
  const office = await anotherPerson()
  await work(office, product, operator)
  const visit = await findToday(office, patient)
  await visit.getByRole('button', { name: /^Another time/ }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Book this time' }).click()
  await expect(dialog.getByText('Choose a day.')).toBeVisible()
  const tile = (group: RegExp) =>
    dialog.getByRole('group', { name: group }).getByRole('radio', { disabled: false })
  await tile(/^Day/).last().check()
  const day = await tile(/^Day/).last().getAttribute('aria-label')
  await tile(/^Time/).first().check()
  await dialog.getByLabel('Why?').fill('the car broke down')
  await expectGoodLook(office, 'another time for a visit')
  await dialog.getByRole('button', { name: 'Book this time' }).click()
  await expect(dialog).toBeHidden()
  await expect(visit).toBeHidden()
  await mailbox.find(patient.email, 'Your home visit has a new time')
  await ada.reload()
  await expect(ada.getByText(`Home visit booked for ${day}`)).toBeVisible()
})

import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, pause as rest } from './people.ts'
import { expect, test } from './site.ts'
import { manage, onePriceList } from './staff-menu.ts'

/** A branch and a test that no other journey books. */
const branch = { ...booking.staffedLab, place: 'Lagos Island Branch' }
const name = 'Uric acid'

test('a manager pauses a location: its page and a cart show it, and one click opens it again', async ({
  page,
  mailbox,
  product,
  anotherPerson,
}) => {
  test.slow()
  const patient = await anotherPerson()
  await becomeMember(patient, mailbox)
  await booking.openCart(patient, ['Full blood count'], branch)

  await manage(page, product.demoPassword, 'Pause')
  await expect(page.getByRole('heading', { name: 'Take no bookings for a while' })).toBeVisible()
  await page.getByLabel('Location').selectOption({ label: branch.place })
  await expectGoodLook(page, 'pause of bookings')
  await page.getByRole('button', { name: 'Pause bookings' }).click()
  await expect(page.getByText('Write what patients read.')).toBeVisible()
  await expectGoodLook(page, 'pause of bookings, nothing typed')
  await page.getByLabel('Why').fill('The generator is being replaced')
  await page.getByLabel('What patients read').fill('we are replacing our generator')
  await expectGoodLook(page, 'pause of bookings, typed')
  await page.getByRole('button', { name: 'Pause bookings' }).click()
  const open = page.getByRole('button', { name: 'Take bookings again now' })
  await expect(open).toBeVisible()
  await expectGoodLook(page, 'paused location')

  await patient.reload()
  await expect(patient.getByText(`${branch.place} takes no bookings for now`)).toBeVisible()
  await expect(patient.getByText('The lab says: we are replacing our generator.')).toBeVisible()
  await expectGoodLook(patient, 'cart of a paused location')
  await patient.getByRole('link', { name: 'Choose another location' }).click()
  await expect(patient.getByText(`${branch.place} takes no bookings for now`)).toBeVisible()
  await expect(patient.getByRole('button', { name: /^Proceed/ })).toBeHidden()
  await expectGoodLook(patient, 'lab with a paused location')

  await open.click()
  await expect(page.getByRole('heading', { name: 'Earlier pauses' })).toBeVisible()
  await expectGoodLook(page, 'pause of bookings, ended')
  await patient.goto('/cart')
  await expect(patient.getByText(`${branch.place} takes no bookings for now`)).toBeHidden()
})

test(
  'a test that its lab pauses is marked in the cart, on the page of the lab and in the comparison',
  onePriceList,
  async ({ page, mailbox, product, anotherPerson }) => {
    test.slow()
    const patient = await anotherPerson()
    await becomeMember(patient, mailbox)
    await booking.openCart(patient, ['Full blood count', name], branch)

    await manage(page, product.demoPassword, 'Prices')
    const pause = async (on: boolean) => {
      await page.goto(`/portal/lab/prices?show=${on ? 'offered' : 'paused'}`)
      await page.getByLabel('Find a test').fill(name)
      await page.locator('[data-work="uric-acid"]').click()
      await page.getByRole('checkbox', { name: /^Paused/ }).setChecked(on)
      await rest(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await pause(true)
    await patient.reload()
    await expect(
      patient.getByText('The lab has paused this test for now. Remove it to book the others.'),
    ).toBeVisible()
    await expectGoodLook(patient, 'cart with a paused test')
    await patient.goto(`/labs/${booking.staffedLab.slug}`)
    await expect(patient.getByText(`Paused by the lab for now: ${name}.`)).toBeVisible()
    await expectGoodLook(patient, 'lab with a paused test')
    await patient.goto('/explore/tests/uric-acid')
    await expect(patient.getByText(/^Paused for now by/)).toBeVisible()
    await expectGoodLook(patient, 'comparison with a lab that paused the test')
    await pause(false)
    await patient.goto('/cart')
    await expect(patient.getByText(name).first()).toBeVisible()
    await expect(patient.getByText(/^The lab has paused this test/)).toBeHidden()
  },
)

import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { signIn } from './people.ts'
import { expect, test } from './site.ts'
import { letPasswordAgeHere } from './time-travel.ts'

const password = 'Okro soup at nine 47'

test('an operator invites a scientist, who sets up a password and an authenticator app, and logs in with both', async ({
  page: bisi,
  watch,
  product,
  mailbox,
  anotherPerson,
}, info) => {
  const email = `bisi-${info.testId}-${info.retry}@adegbite.example`
  const office = await anotherPerson({ answered: { status: 403, path: '/v0/staff' } })
  await office.goto('/auth/login')
  await signIn(office, { email: operator, password: product.demoPassword })
  await office.goto('/operator/staff')
  await expect(office.getByRole('heading', { name: 'Staff' })).toBeVisible()
  await expectGoodLook(office, 'staff')
  await letPasswordAgeHere(product, office)
  await invite(office, email, product.demoPassword)
  await expectGoodLook(office, 'staff with an invitation')

  const mail = await mailbox.find(email, 'You are invited to work with Labalaba')
  const [link = ''] = mail.text.match(/http\S+#token=\S+/) ?? []
  await bisi.goto(link)
  await expect(bisi.getByRole('heading', { name: 'Welcome to the team' })).toBeVisible()
  // A later user of the screen finds no token.
  await expect(bisi).toHaveURL(/\/auth\/invitation$/)
  await expectGoodLook(bisi, 'invitation')
  await bisi.getByLabel('Mobile number').fill('08031234567')
  await bisi.getByLabel('Password', { exact: true }).fill(password)
  await bisi.getByRole('checkbox').check()
  await bisi.getByRole('button', { name: 'Continue' }).click()

  await expect(bisi.getByRole('heading', { name: 'Protect your account' })).toBeVisible()
  await expectGoodLook(bisi, 'authenticator app')
  const key = ((await bisi.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  watch.allow(400, '/v0/session/second-factor')
  const digits = bisi.getByRole('textbox', { name: /six digits/ })
  await digits.fill('000000')
  await expect(bisi.getByText('That code is not right.')).toBeVisible()
  await digits.fill(app.generate())
  await expect(bisi.getByRole('heading', { name: 'Keep these ten codes' })).toBeVisible()
  await expectGoodLook(bisi, 'recovery codes')
  const [recovery = ''] = await bisi
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{5}-/ })
    .allInnerTexts()
  await bisi.getByLabel('I have saved the codes').check()
  await bisi.getByRole('button', { name: 'Continue' }).click()
  await expect(bisi).toHaveURL(/\/portal\/lab$/)

  await office.reload()
  await expect(office.getByRole('listitem').filter({ hasText: email })).toContainText('Active')

  const later = await anotherPerson()
  await later.goto('/auth/login')
  await later.getByLabel('Email').fill(email)
  await later.getByLabel('Password', { exact: true }).fill(password)
  await later.getByRole('button', { name: 'Login' }).click()
  await expect(later.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectGoodLook(later, 'second factor')
  await later.getByRole('button', { name: 'I do not have my phone' }).click()
  await later.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await later.getByRole('button', { name: 'Continue' }).click()
  await expect(later).toHaveURL(/\/portal\/lab$/)

  watch.allow(410, '/v0/invitation')
  await bisi.goto(link)
  await expect(bisi.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
})

async function invite(page: Page, email: string, ownPassword: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel('Name', { exact: true }).fill('Bisi Ade')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('searchbox', { name: 'Lab' }).fill('adegbite')
  await dialog.getByRole('button', { name: /^Adegbite/ }).click()
  await dialog.getByRole('checkbox', { name: /Scientist/ }).check()
  await dialog.getByLabel(/^Practising licence number/).fill('RA 12345')
  await dialog.getByLabel(/^Qualification/).fill('Medical laboratory scientist, BMLS')
  await expectGoodLook(page, 'invite dialog')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  const question = page.getByRole('dialog', { name: 'Your password, please' })
  await expect(question).toBeVisible()
  await expectGoodLook(page, 'password before an invitation')
  // Escape closes only the question, and what was typed stays.
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  const send = dialog.getByRole('button', { name: 'Send the invitation' })
  await expect(send).toBeFocused()
  await send.click()
  await question.getByLabel('Your password', { exact: true }).fill(ownPassword)
  await question.getByRole('button', { name: 'Continue' }).click()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Invited')
  await expect(row).toContainText('licence RA 12345 · Medical laboratory scientist, BMLS')
}

test('only an operator finds the staff page', async ({ page, product }) => {
  await page.goto('/auth/login')
  await signIn(page, { email: 'doctor@demo.labalaba.example', password: product.demoPassword })
  await page.goto('/operator/staff')
  await expect(page.getByRole('heading', { name: 'Invite someone' })).toHaveCount(0)
  await expect(page).toHaveTitle(/not found/i)
})

import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import type { Mail, Mailbox } from './mailbox.ts'
import { pause } from './people.ts'
import { expect, test } from './site.ts'
import { expectNotStored } from './storage.ts'

const operator = 'operations@labalaba.example'

/** A new name of an organisation. */
function newName(what: string): string {
  return `${what} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
}

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your full name').fill('Ngozi Ade')
  await page.getByLabel('Phone').fill('+234 803 123 4567')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('State', { exact: true }).selectOption('Oyo')
  await page.getByLabel('Area').fill('Bodija')
  await page.getByLabel('What should we know?').fill('Two branches.\nWe collect at home.')
  await page.getByLabel(/may write to me/).check()
}

/** The operators’ mails about this lab, once there is one: they read other applications too. */
async function applicationsOf(lab: string, mailbox: Mailbox): Promise<Mail[]> {
  const found = async () => (await mailbox.all(operator)).filter((mail) => mail.text.includes(lab))
  await expect.poll(async () => (await found()).length).toBeGreaterThan(0)
  const mails = await found()
  for (const { subject } of mails) expect(subject).toBe('A partner application: a lab in Oyo')
  return mails
}

const send = (page: Page) => page.getByRole('button', { name: 'Send application' })

test('a lab applies despite a lost network and two taps, and the operator gets one mail', async ({
  page,
  context,
  mailbox,
  watch,
}) => {
  const lab = newName('Ade Diagnostics')
  const email = `${lab.replaceAll(' ', '.').toLowerCase()}@example.com`

  await test.step('the form names what is missing, at the top and by each field', async () => {
    await page.goto('/lab?join=lab#apply')
    await send(page).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary.getByRole('link')).toHaveCount(7)
    await summary.getByRole('link', { name: 'Enter the area' }).click()
    await expect(page.getByLabel('Area')).toBeFocused()
    await expectGoodLook(page, 'application, refused')
  })

  await test.step('a field shows its error when the focus leaves it, and none once it is right', async () => {
    await page.getByLabel('Phone').fill('12')
    await page.getByLabel('Email').fill('ngozi@')
    await page.getByLabel('Area').focus()
    await expect(page.getByText('phone number must start with 234')).not.toHaveCount(0)
    await expect(page.locator('main').getByText('Invalid email format')).not.toHaveCount(0)
    await page.getByLabel('Name of the laboratory').fill(lab)
    await page.getByLabel('MLSCN registration number').fill('MLS-0042')
    await fill(page, email)
    await expect(page.getByLabel('Phone')).toHaveValue('0803 123 4567')
    await expect(page.getByText('There is a problem')).toHaveCount(0)
  })

  await test.step('the input survives a lost network', async () => {
    watch.allowLostNetwork()
    await context.setOffline(true)
    await send(page).click()
    await expect(page.getByText('What you typed is still here')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByLabel('Name of the laboratory')).toHaveValue(lab)
    await expectNotStored(page, [lab, email, '8031234567', '803 123 4567', 'MLS-0042'])
  })

  await test.step('the application is sent once and acknowledged', async () => {
    await pause(page)
    await send(page).dblclick()
    const thanks = page.getByRole('heading', { name: 'Thank you, we have your application' })
    await expect(thanks).toBeFocused()
    await expectGoodLook(page, 'application, sent')
  })

  await test.step('both mails come, once', async () => {
    const receipt = await mailbox.find(email, 'We have your application')
    expect(receipt.text).not.toContain(lab)
    const mails = await applicationsOf(lab, mailbox)
    expect(mails).toHaveLength(1)
    for (const words of ['MLS-0042', '0803 123 4567', 'Bodija, Oyo', 'We collect at home.', email])
      expect(mails[0]?.text).toContain(words)
    expect(await mailbox.all(email)).toHaveLength(1)
  })
})

test('two tabs make one application, and a reload of a half-filled form asks first', async ({
  page,
  context,
  mailbox,
}) => {
  const lab = newName('Two Tabs Diagnostics')
  const email = `${lab.replaceAll(' ', '.').toLowerCase()}@example.com`
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto('/lab?join=lab#apply')
    await tab.getByLabel('Name of the laboratory').fill(lab)
    await fill(tab, email)
  }
  const opening = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const dialog = await opening
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('Name of the laboratory')).toHaveValue(lab)
  for (const tab of [page, second]) {
    await send(tab).click()
    await expect(tab.getByRole('heading', { name: 'Thank you, we have your application' })).toBeVisible()
  }
  await applicationsOf(lab, mailbox)
  await mailbox.find(email, 'We have your application')
  await page.reload()
  await expect(page.getByLabel('Name of the laboratory')).toHaveValue('')
  const mails = await applicationsOf(lab, mailbox)
  expect([mails.length, (await mailbox.all(email)).length]).toEqual([1, 1])
})

test('a visitor who came as a lab can apply as a phlebotomist, who needs no organisation', async ({
  page,
  mailbox,
}) => {
  const email = `${newName('tobi').replaceAll(' ', '.')}@example.com`
  await page.goto('/lab?join=lab#apply')
  await page.getByRole('radio', { name: 'Phlebotomist' }).check()
  await expect(page.getByLabel('MLSCN registration number')).toHaveCount(0)
  await fill(page, email)
  await send(page).click()
  await expect(page.getByText('the areas that you can reach')).toBeVisible()
  await mailbox.find(email, 'We have your application')
})

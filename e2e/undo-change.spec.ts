import { expectGoodLook } from './look.ts'
import { linkIn } from './mailbox.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
import { expect, test } from './site.ts'
import { letPasswordAgeHere } from './time-travel.ts'

test('a phone is added after the password is given again; its owner undoes it by the mail, without logging in', async ({
  page: ada,
  mailbox,
  anotherPerson,
  product,
}) => {
  const person = await becomeMember(ada, mailbox)
  const stranger = await anotherPerson({ answered: { status: 403, path: '/v0/notices/phones/sms/code' } })
  await saveSession(stranger, await logIn(stranger, person))
  await letPasswordAgeHere(product, stranger)
  await stranger.goto('/settings/notices')
  await stranger.getByRole('group', { name: 'Results' }).getByRole('switch', { name: /^SMS/ }).click()
  const dialog = stranger.getByRole('dialog', { name: 'Notifications by SMS' })
  const phone = `080${String(Date.now()).slice(-8)}`
  await dialog.getByLabel('Your phone').fill(phone)
  await dialog.getByRole('button', { name: 'Send me the code' }).click()
  const again = stranger.getByRole('dialog', { name: 'Your password, please' })
  await expect(again).toBeVisible()
  await expectGoodLook(stranger, 'password before a phone')
  await again.getByLabel('Your password', { exact: true }).fill(person.password)
  await again.getByRole('button', { name: 'Continue' }).click()
  const { text } = await mailbox.find(`234${phone.slice(1)}`, 'SMS')
  await dialog.getByLabel('Verification code').fill(text.match(/: (\d{5}) is your code/)?.[1] ?? '')
  await dialog.getByRole('button', { name: 'This is my phone' }).click()
  const bySms = (of: typeof ada) =>
    of.getByRole('group', { name: 'Results' }).getByRole('switch', { name: /^SMS/ })
  await expect(bySms(stranger)).toBeChecked()

  const mail = await mailbox.find(person.email, 'Your notifications were changed')
  expect(mail.text).toContain(`the number that ends in ${phone.slice(-2)}`)
  expect(mail.text).toContain('Results: SMS was turned on.')
  expect(mail.text).not.toContain(phone.slice(1, 9))
  const link = linkIn(mail, ada.url().replace(/\/robots.*/, '/undo-change#'))
  const reader = await anotherPerson({ answered: { status: 410, path: '/v0/contact-change' } })
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'Undo a change to your notifications' })).toBeVisible()
  await expect(reader).not.toHaveURL(/#/)
  await expect(reader.getByText('Results: SMS was turned on.')).toBeVisible()
  await reader.reload()
  await expectGoodLook(reader, 'a change that can be undone')
  await reader.getByRole('button', { name: 'Undo this change' }).click()
  await expect(reader.getByRole('heading', { name: 'The change is undone' })).toBeFocused()
  await expectGoodLook(reader, 'a change that is undone')

  await ada.goto('/settings/notices')
  await expect(bySms(ada)).not.toBeChecked()
  await expect(ada.getByRole('heading', { name: 'Your phone' })).toHaveCount(0)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectGoodLook(reader, 'a link that undoes nothing')
  await reader.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(reader).toHaveURL(/\/auth\/forgot-password\/user$/)
})

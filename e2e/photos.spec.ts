import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { signIn } from './people.ts'
import { expectDrawn, photograph, pictures, whereabouts } from './photos.ts'
import { scientist } from './results.ts'
import { expect, test } from './site.ts'
import {
  expectSent,
  findToday,
  nearStaffedLab,
  orderOpen,
  phlebotomist,
  setOff,
  takeSamples,
  work,
} from './visits.ts'

const agree = (page: Page) => page.getByLabel('I asked the patient first, and they agree').check()
const storedPhotos = (page: Page) =>
  page.evaluate(async () => {
    const store = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('labalaba-round')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('no store'))
    })
    const keys = await new Promise<string[]>((resolve) => {
      const request = store.transaction('kept').objectStore('kept').getAllKeys()
      request.onsuccess = () => resolve(request.result.map(String))
    })
    store.close()
    return keys.filter((key) => key.includes(':photo:')).length
  })

test('a phlebotomist photographs tubes without a network, each photo is sent once after the steps, and the lab sees it', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  test.slow()
  const site = { page: ada, mailbox, product, anotherPerson }
  const { code, femi, patient } = await setOff(site, { losesNetwork: true }, nearStaffedLab)
  const order = orderOpen(ada)
  await takeSamples(femi, code)

  await femi.getByRole('button', { name: 'Take a photo of the tubes' }).click()
  await expect(femi.getByText('Ask the patient first.')).toBeVisible()
  await agree(femi)
  await photograph(femi, 'Take a photo of the tubes', {
    name: 'notes.pdf',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('%PDF-1.7 not a picture'),
  })
  await expect(femi.getByText('We could not read this picture. Take it again.')).toBeVisible()
  await photograph(femi, 'Take a photo of the tubes')
  await expectDrawn(femi)
  await expect(femi.getByText('could not read this picture')).toHaveCount(0)
  // What is stored on the phone survives a reload, and can be retaken or removed.
  await femi.reload()
  await expectDrawn(femi)
  await photograph(femi, /^Take again/)
  await expect(pictures(femi)).toHaveCount(1)
  await photograph(femi, 'Take another photo')
  await expect(pictures(femi)).toHaveCount(2)
  await photograph(femi, 'Take another photo')
  await expect(pictures(femi)).toHaveCount(3)
  await expect(femi.getByRole('button', { name: 'Take another photo' })).toHaveCount(0)
  await femi.getByRole('button', { name: /^Remove.*photo 3/ }).click()
  await expect(pictures(femi)).toHaveCount(2)
  await expectGoodLook(femi, 'visit, photos taken')

  const sent: string[] = []
  femi.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const body = request.postData() ?? ''
    if (pathname === '/v0/visits/acts')
      for (const { verb } of JSON.parse(body).acts as { verb: string }[]) sent.push(verb)
    if (!pathname.endsWith('/photos')) return
    const { id, image } = JSON.parse(body) as { id: string; image: string }
    const bytes = Buffer.from(image, 'base64')
    expect(bytes.toString('latin1')).not.toContain(whereabouts.slice(-8))
    expect(bytes.length).toBeLessThanOrEqual(192 * 1024)
    sent.push(id)
  })
  await femi.context().setOffline(true)
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi.getByText(/^2 photos not sent yet/)).toBeVisible()
  await expectGoodLook(femi, 'visit, photos wait')
  expect(await storedPhotos(femi)).toBe(2)
  expect(sent).toEqual([])
  await femi.context().setOffline(false)
  await expect(femi.getByText('2 photos sent, and no longer on this phone.')).toBeVisible()
  expect(sent[0]).toBe('collect')
  expect(new Set(sent.slice(1)).size).toBe(2)
  expect(sent).toHaveLength(3)
  expect(await storedPhotos(femi)).toBe(0)
  const own = femi.getByRole('button', { name: /^Your photo, \d/ })
  await expect(own).toHaveCount(2)
  await own.first().click()
  await expectDrawn(femi)
  await expectGoodLook(femi, 'visit, a photo looked at')
  await femi.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  const lab = await anotherPerson()
  await work(lab, product, scientist)
  await lab.goto('/portal/lab/handovers')
  const card = lab.getByRole('article', { name: `Order ${order}` })
  await card
    .getByRole('button', { name: /^Photo by the phlebotomist, \d/ })
    .first()
    .click()
  await expectDrawn(lab)
  await expectGoodLook(lab, 'handovers, a photo looked at')
  await lab.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expectGoodLook(lab, 'handovers with photos')
  await lab.goto(`/portal/lab/orders/${order}`)
  await expect(lab.getByRole('button', { name: /^Photo by the phlebotomist/ })).toHaveCount(2)

  const office = await anotherPerson()
  await work(office, product, operator)
  const row = await findToday(office, patient)
  await row
    .getByRole('button', { name: /^Photo by/ })
    .first()
    .click()
  await expectDrawn(office)
  await office.keyboard.press('Escape')
  await expectGoodLook(office, 'home visits with photos')

  await ada.reload()
  await expect(ada.getByText(/asked, and took 2 photos of the tubes/)).toBeVisible()
  await expect(ada.getByRole('button', { name: /[Pp]hoto/ })).toHaveCount(0)
  await expectGoodLook(ada, 'order with photos taken')
})

test('a refused photo is reported and delays nothing; signing out deletes photos', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { code, femi, patient } = await setOff(
    { page: ada, mailbox, product, anotherPerson },
    { losesNetwork: true, answered: { status: 409, path: '/photos' } },
  )
  await takeSamples(femi, code)
  await agree(femi)
  await photograph(femi, 'Take a photo of the tubes')
  await photograph(femi, 'Take another photo')
  await expect(pictures(femi)).toHaveCount(2)
  let photos = 0
  await femi.route('**/photos', async (route) => {
    photos += 1
    const refused = { status: 409, code: 'many_photos', message: 'No.', data: null }
    if (photos === 1) await route.fulfill({ status: 409, json: refused })
    else await route.abort()
  })
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi.getByText(`A photo of the tubes, ${patient.name}: it was not saved`)).toBeVisible()
  await expectGoodLook(femi, 'visit, a photo refused')
  await expect(femi.getByText(/^1 photo not sent yet/)).toBeVisible()
  await femi.getByRole('button', { name: 'Handed over' }).click()
  await expect(femi.getByText('2 samples handed over')).toBeVisible()
  await expectSent(femi)

  await femi.goto('/portal/phlebotomist')
  await expect(femi.getByRole('heading', { name: "Today's round" })).toBeVisible()
  expect(await storedPhotos(femi)).toBe(1)
  await femi.getByRole('button', { name: 'Open menu' }).click()
  await femi.getByRole('button', { name: 'Sign out' }).click()
  await expect(femi).toHaveURL('/')
  await expect.poll(() => storedPhotos(femi)).toBe(0)
  await femi.unroute('**/photos')
  await work(femi, product, phlebotomist)
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await expect(femi.getByText('2 samples handed over')).toBeVisible()
  await expect(femi.getByText(/photo/)).toHaveCount(0)
})

test('a duplicated tab at a visit: photos of both tabs are stored, and each is sent once', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  test.slow()
  const { code, femi } = await setOff({ page: ada, mailbox, product, anotherPerson }, { losesNetwork: true })
  await takeSamples(femi, code)
  await agree(femi)
  await photograph(femi, 'Take a photo of the tubes')
  await expectDrawn(femi)
  const opening = femi.waitForEvent('popup')
  await femi.evaluate(() => window.open(location.href))
  const second = await opening
  await expect(pictures(second)).toHaveCount(1)
  const sent: string[] = []
  for (const tab of [femi, second])
    tab.on('request', (request) => {
      if (request.url().endsWith('/photos')) sent.push(JSON.parse(request.postData() ?? '{}').id)
    })
  await photograph(second, 'Take another photo')
  await expect(pictures(second)).toHaveCount(2)
  await photograph(femi, 'Take another photo')
  await expect(pictures(femi)).toHaveCount(2)
  expect(await storedPhotos(femi)).toBe(3)
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  for (const tab of [femi, second])
    await expect(tab.getByText('3 photos sent, and no longer on this phone.')).toBeVisible({
      timeout: 60_000,
    })
  expect(await storedPhotos(femi)).toBe(0)
  expect(sent).toHaveLength(3)
  expect(new Set(sent).size).toBe(3)
})

test('a session that the server ended during a visit takes neither ticks nor photos', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { code, femi, patient } = await setOff(
    { page: ada, mailbox, product, anotherPerson },
    { answered: { status: 401, path: '/v0/' } },
  )
  await takeSamples(femi, code)
  await agree(femi)
  await photograph(femi, 'Take a photo of the tubes')
  await expectDrawn(femi)
  const expired = { status: 401, message: 'Expired token', error: 'Expired token', data: null }
  await femi.route('**/v0/visits/acts', (route) => route.fulfill({ status: 401, json: expired }))
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi).toHaveURL('/auth/login')
  // Chromium loses a request that is under way when the interception ends, such as that for the code of the page.
  await expect(femi.getByLabel('Email')).toBeVisible()
  await femi.unroute('**/v0/visits/acts')
  await signIn(femi, { email: phlebotomist, password: product.demoPassword })
  await expect(femi).toHaveURL(/\?visit=/)
  await expect(femi.getByRole('heading', { name: patient.name })).toBeVisible()
  await expect(femi.getByText('1 photo sent, and no longer on this phone.')).toBeVisible()
})

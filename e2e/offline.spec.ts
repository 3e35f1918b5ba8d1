import type { Page } from '@playwright/test'
import { undoing } from '../server/src/infra/http/offline-worker.ts'
import { bookAndLeaveToPay, expectOneOrder, expectPaid, lab, pay, tests } from './booking.ts'
import { expectGoodLook } from './look.ts'
import { openFront } from './next-version.ts'
import { operator } from './operators.ts'
import { becomeMember, newMember, signIn } from './people.ts'
import { expect, test } from './site.ts'
import { expectNotStored } from './storage.ts'
import { haveVisitToday, phlebotomist, takeSamples, visited, work } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
}

const offlineCopy = (page: Page) => page.getByText('Saved on this phone. You can open it without a network.')

/** What the browser’s caches hold, by address. */
async function cached(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
}

test('a phlebotomist reloads the round without a network, works on it, and every step is sent once', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { patient, code } = await haveVisitToday({ page: ada, mailbox, product })
  const femi = await anotherPerson({ losesNetwork: true })
  await work(femi, product, phlebotomist)
  await expect(offlineCopy(femi)).toBeVisible()
  // The label reader for browsers without one is loaded before it is needed.
  expect((await cached(femi)).some((path) => path.includes('/decoder-'))).toBe(true)
  await expectGoodLook(femi, 'round, kept')

  await femi.context().setOffline(true)
  await femi.reload()
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await femi.getByRole('button', { name: 'Set off' }).click()
  await expect(femi.getByText('1 step saved on this phone')).toBeVisible()
  await femi.reload()
  await expect(femi.getByText('1 step saved on this phone')).toBeVisible()
  // A part of the page that was never opened before comes from the offline copy.
  await femi.getByRole('button', { name: 'No sample could be taken' }).click()
  await femi.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await takeSamples(femi, code)
  await femi.reload()
  await expect(femi.getByLabel('Both match')).toBeChecked()
  await expect(femi.getByText(', label checked')).toHaveCount(2)
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi.getByText('3 steps saved on this phone')).toBeVisible()
  await femi.reload()
  await expect(femi.getByRole('heading', { name: 'Bring them to the lab' })).toBeVisible()
  await expectGoodLook(femi, 'visit, loaded again offline')

  const sent: string[] = []
  femi.on('request', (request) => {
    if (request.url().endsWith('/v0/visits/acts')) sent.push(request.postData() ?? '')
  })
  await femi.context().setOffline(false)
  await expect(femi.getByText(/saved on this phone/)).toHaveCount(0)
  const verbs = sent.flatMap((body) => (JSON.parse(body).acts as { verb: string }[]).map(({ verb }) => verb))
  expect(verbs).toEqual(['set_off', 'arrive', 'collect'])
  await ada.reload()
  await expect(ada.getByText('Now: Sample Collected')).toBeAttached()
  // Files and empty pages only: no patient data, and no answer to a call.
  expect(
    (await cached(femi)).filter((path) => !/^\/(assets\/.*|auth|auth\/login|favicon\.svg)?$/.test(path)),
  ).toEqual([])
})

test('a phlebotomist’s steps are kept when the session ends, and only that phlebotomist sends them', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { patient } = await haveVisitToday({ page: ada, mailbox, product })
  const femi = await anotherPerson({ losesNetwork: true })
  await work(femi, product, phlebotomist)
  await expect(offlineCopy(femi)).toBeVisible()
  const sent: string[] = []
  femi.on('request', (request) => {
    if (request.url().endsWith('/v0/visits/acts')) sent.push(request.postData() ?? '')
  })

  await femi.context().setOffline(true)
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await femi.getByRole('button', { name: 'Set off' }).click()
  await expect(femi.getByText('1 step saved on this phone')).toBeVisible()
  await femi.evaluate(() => sessionStorage.setItem('_tr_js_exp', '1'))
  await femi.reload()
  await expect(femi.getByText('You have been logged out')).toBeVisible()
  await expect(femi.getByRole('heading', { name: patient.name })).toBeVisible()
  await expectGoodLook(femi, 'visit, logged out offline')

  await femi.context().setOffline(false)
  await work(femi, product, operator)
  await femi.goto('/portal/phlebotomist')
  await expect(femi.getByText('We could not find that page')).toBeVisible()
  await expect(femi.getByText(patient.name)).toHaveCount(0)
  expect(sent).toEqual([])
  await femi.goto('/orders')
  await signOut(femi)

  await work(femi, product, phlebotomist)
  await expect(femi.getByText(/saved on this phone$/)).toHaveCount(0)
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await expect(femi.getByLabel('Door code', { exact: true })).toBeVisible()
  expect(sent).toHaveLength(1)

  await signOut(femi)
  await femi.context().setOffline(true)
  await femi.goto('/portal/phlebotomist')
  await expect(femi).toHaveURL('/auth/login')
  await expect(femi.getByText(patient.name)).toHaveCount(0)
})

test('two tabs of one phlebotomist each keep their own round, and signing out deletes it', async ({
  product,
  anotherPerson,
}) => {
  const first = await anotherPerson({ losesNetwork: true })
  await work(first, product, phlebotomist)
  await expect(offlineCopy(first)).toBeVisible()
  const second = await first.context().newPage()
  await work(second, product, phlebotomist)
  await expect(offlineCopy(second)).toBeVisible()
  await first.context().setOffline(true)
  for (const tab of [first, second]) {
    await tab.reload()
    await expect(tab.getByRole('heading', { name: "Today's round" })).toBeVisible()
  }
  // The session of one tab ends by itself: that tab must not delete the other’s round.
  await second.evaluate(() => sessionStorage.clear())
  await second.reload()
  await expect(second).toHaveURL('/auth/login')
  await first.reload()
  await expect(first.getByRole('heading', { name: "Today's round" })).toBeVisible()
  await signOut(first)
  expect(await first.evaluate(() => sessionStorage.getItem('_seal'))).toBeNull()
})

test('a phone that cannot store anything shows a message, and asks to leave the page open', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  const { patient } = await haveVisitToday({ page: ada, mailbox, product })
  const femi = await anotherPerson({ losesNetwork: true })
  await femi.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await work(femi, product, phlebotomist)
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await expect(offlineCopy(femi)).toHaveCount(0)
  await femi.context().setOffline(true)
  await femi.getByRole('button', { name: 'Set off' }).click()
  await expect(femi.getByText('1 step not sent, and not saved')).toBeVisible()
  await expectGoodLook(femi, 'visit, nothing kept')
  await femi.context().setOffline(false)
  await expect(femi.getByText('1 step not sent, and not saved')).toHaveCount(0)
  await expect(femi.getByLabel('Door code', { exact: true })).toBeVisible()
})

test('lists and vouchers of today are read without a network, and signing out deletes them', async ({
  mailbox,
  anotherPerson,
}) => {
  const ada = await anotherPerson({ losesNetwork: true })
  await becomeMember(ada, mailbox)
  const patient = visited()
  await bookAndLeaveToPay(ada, patient, [...tests])
  await pay(ada)
  await expectPaid(ada)
  await expectOneOrder(ada)
  await ada.getByRole('link', { name: lab.name }).click()
  await expect(ada.getByRole('heading', { name: 'Progress' })).toBeVisible()
  await ada.evaluate(async () => void (await navigator.serviceWorker.ready))
  const heart = ada.getByRole('button', { name: /^Favourite / }).first()
  await ada.goto('/explore/tests')
  await expect(ada.getByRole('article').first()).toBeVisible()
  await ada.goto('/explore/labs')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await ada.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const expectCached = (file: string) =>
    expect.poll(async () => (await cached(ada)).some((path) => path.includes(file)))
  await ada.goto('/orders')
  await expect(ada.getByText('1 booking', { exact: true })).toBeVisible()
  await expectCached('offline-orders').toBe(true)
  await expect.poll(() => ada.evaluate(storedVouchers)).toBe(1)

  await ada.context().setOffline(true)
  await ada.reload()
  await expect(ada.getByText('This is the copy on your phone')).toBeVisible()
  await expect(ada.getByText(lab.place)).toBeVisible()
  await expectGoodLook(ada, 'orders, kept')
  for (const secret of [patient.name, patient.email, ...tests])
    await expect(ada.getByText(secret)).toHaveCount(0)
  for (const list of ['/explore/tests', '/explore/labs']) {
    await ada.goto(list)
    await expect(ada.getByText('This is the copy on your phone')).toBeVisible()
    await expect(ada.getByRole('article').first()).toBeVisible()
  }
  await expectGoodLook(ada, 'labs, kept')
  await expectNotStored(ada, [patient.name, patient.email, ...tests])
  const lists = /^\/(assets\/.*|auth|favicon\.svg|v0\/(listAllLabs\.php|tests|purposes))$/
  expect((await cached(ada)).filter((path) => !lists.test(path))).toEqual([])
  expect(await ada.evaluate(storedLists)).not.toContain('"isFavorite":true')

  await ada.context().setOffline(false)
  await signOut(ada)
  expect(await ada.evaluate(() => sessionStorage.getItem('_seal'))).toBeNull()
  await expect.poll(() => ada.evaluate(storedVouchers)).toBe(0)
  await ada.context().setOffline(true)
  await ada.goto('/orders')
  await expect(ada).toHaveURL('/auth/login')
})

/** The text of the lists that the worker stores. */
async function storedLists(): Promise<string> {
  const cache = await caches.open('labalaba-lists')
  const all = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()))
  return all.join()
}

/** How many encrypted order records this browser has. */
async function storedVouchers(): Promise<number> {
  return await new Promise((resolve) => {
    const opening = indexedDB.open('labalaba-orders', 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore('kept')
    opening.onsuccess = () => {
      const counted = opening.result.transaction('kept').objectStore('kept').count()
      counted.onsuccess = () => {
        resolve(counted.result)
        opening.result.close()
      }
    }
  })
}

/** The version of the active worker, and of the waiting one. */
async function versions(): Promise<unknown[]> {
  const registration = await navigator.serviceWorker.getRegistration()
  const answers = [registration?.active, registration?.waiting].map(
    (worker) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => resolve(data)
        if (worker) worker.postMessage({ ask: 'version' }, [port2])
        else resolve(null)
      }),
  )
  return await Promise.all(answers)
}

test('a new version waits until it is requested, and removing the service worker deletes everything it stored', async ({
  page,
  mailbox,
  product,
}) => {
  const front = await openFront(product.url)
  try {
    await page.goto(`${front.url}/auth/login`)
    await signIn(page, await newMember(page, mailbox))
    await page.goto(`${front.url}/explore/labs`)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.goto(`${front.url}/privacy-policy`)
    await expect.poll(() => page.evaluate(() => caches.has('labalaba-pages'))).toBe(true)
    await page.goto(`${front.url}/explore/labs`)
    const update = () =>
      page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    const own = (await page.locator('meta[name="version"]').getAttribute('content')) ?? ''
    front.serveWorker((script) => script.replaceAll(own, 'newer'))
    await update()
    const notice = page.getByRole('complementary', { name: 'Newer version' })
    await expect(notice).toBeVisible()
    await expectGoodLook(page, 'newer version')
    await page.getByRole('searchbox').fill('yaba')
    await notice.getByRole('button', { name: 'Not now' }).click()
    await expect(notice).toHaveCount(0)
    await expect(page.getByRole('searchbox')).toHaveValue('yaba')
    expect(await page.evaluate(versions)).toEqual([own, 'newer'])

    front.serveWorker((script) => script.replaceAll(own, 'newest'))
    await update()
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }))
    const loaded = page.waitForEvent('load')
    await notice.getByRole('button', { name: 'Reload' }).click()
    await loaded
    expect(await page.evaluate(() => 'isOld' in globalThis)).toBe(false)
    await expect(notice).toHaveCount(0)
    expect(await page.evaluate(() => caches.has('labalaba-pages'))).toBe(false)

    front.serveWorker(() => undoing)
    await update()
    const left = async () => {
      const registrations = await navigator.serviceWorker.getRegistrations()
      return [...registrations.map(({ scope }) => scope), ...(await caches.keys())]
    }
    await expect.poll(() => page.evaluate(left)).toEqual([])
  } finally {
    front.close()
  }
})

test('the browser can install the app', async ({ page, context }) => {
  await page.goto('/')
  const session = await context.newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { start_url: start, shortcuts, icons } = JSON.parse(data ?? '{}')
  expect([start, shortcuts.length]).toEqual(['/', 2])
  expect(icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable')).toBe(true)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A test's browser is always incognito.
  const faults = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(faults).toEqual([])
})

import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { expect, test } from './site.ts'
import { letVisitBeToday } from './time-travel.ts'
import { bookVisit, phlebotomist, takeSamples, visited, work } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

const kept = (page: Page) => page.getByText('Kept on this phone: it opens without a network.')

/** What stands in the browser's caches, by address. */
async function cached(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
}

test('a phlebotomist loads the round again without a network, works on it, and every step is sent once', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}) => {
  await becomeMember(ada, mailbox)
  const patient = visited()
  const code = await bookVisit(ada, patient)
  await letVisitBeToday(product, patient.email)
  const femi = await anotherPerson({ losesNetwork: true })
  await work(femi, product, phlebotomist)
  await expect(kept(femi)).toBeVisible()
  await expectGoodLook(femi, 'round, kept')

  await femi.context().setOffline(true)
  await femi.reload()
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await femi.getByRole('button', { name: 'Set off' }).click()
  await expect(femi.getByText('1 step kept on this phone')).toBeVisible()
  await femi.reload()
  await expect(femi.getByText('1 step kept on this phone')).toBeVisible()
  await takeSamples(femi, code)
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi.getByText('3 steps kept on this phone')).toBeVisible()
  await femi.reload()
  await expect(femi.getByRole('heading', { name: 'Bring them to the lab' })).toBeVisible()
  await expectGoodLook(femi, 'visit, loaded again offline')

  const sent: string[] = []
  femi.on('request', (request) => {
    if (request.url().endsWith('/v0/visits/acts')) sent.push(request.postData() ?? '')
  })
  await femi.context().setOffline(false)
  await expect(femi.getByText(/kept on this phone/)).toHaveCount(0)
  const verbs = sent.flatMap((body) => (JSON.parse(body).acts as { verb: string }[]).map(({ verb }) => verb))
  expect(verbs).toEqual(['set_off', 'arrive', 'collect'])
  await ada.reload()
  await expect(ada.getByText('Now: Sample Collected')).toBeAttached()
  // Files and empty pages only: nothing of a patient, and no answer to a call.
  expect(
    (await cached(femi)).filter((path) => !/^\/(assets\/.*|auth|auth\/login|favicon\.svg)?$/.test(path)),
  ).toEqual([])
})

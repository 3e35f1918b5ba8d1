import { expect, type Page } from '@playwright/test'
import { newPatient, signIn } from './people.ts'
import type { Simulator } from './simulator.ts'

const staff = 'lab@demo.labalaba.example'
/** Where the lab staff of the demonstration work. */
const slug = 'truevial-laboratories'
/** What `bookWalkIn` books. */
export const tests = ['Full blood count', 'Fasting blood sugar']

type Offered = { readonly tests: readonly { readonly testName: string; readonly amount: number }[] }

/** Books and pays a walk-in with the account that is signed in in this tab, and returns its number. */
export async function bookWalkIn(page: Page, simulator: Simulator, patient = newPatient()): Promise<string> {
  const token = await page.evaluate(() => sessionStorage.getItem('_tr_js'))
  const headers = { authorization: `Bearer ${token}` }
  const ask = async <T>(path: string): Promise<T> => {
    const answer: { data: T } = await (await page.request.get(`/v0/${path}`, { headers })).json()
    return answer.data
  }
  const [place] = await ask<{ address: string }[]>(`searchlabs?id=${slug}`)
  const [list] = await ask<Offered[]>(`listAllLabsTest?lab=${slug}`)
  const chosen = (list?.tests ?? []).filter(({ testName }) => tests.includes(testName))
  const placed = await page.request.post('/v0/addBooking', {
    headers,
    data: {
      name: patient.name,
      email: patient.email,
      phone: patient.phone,
      gender: patient.gender,
      dob: '1985-03-27',
      type: { mode: 'walkin' },
      provider: 'paystack',
      test: chosen.map(({ testName, amount }) => ({ name: testName, amount })),
      reference: `walk-in-${Date.now()}`,
      lab: { name: 'Truevial Laboratories', labReference: slug, location: place?.address },
    },
  })
  const { data }: { data: { orderReference: string } } = await placed.json()
  const reference = data.orderReference
  type Read = { readonly state: string; readonly payments: readonly { readonly reference: string }[] }
  const payment = (await ask<Read>(`orders/${reference}`)).payments[0]?.reference ?? ''
  await simulator.happen(payment, 'succeed')
  await expect.poll(async () => (await ask<Read>(`orders/${reference}`)).state).toBe('scheduled')
  return reference
}

/** Signs the lab's staff in, who land on their worklist. */
export async function toWork(page: Page, password: string): Promise<void> {
  await page.goto('/auth/login')
  await signIn(page, { email: staff, password })
  await expect(page).toHaveURL(/\/portal\/lab$/)
  await expect(page.getByRole('heading', { name: 'Worklist' })).toBeVisible()
}

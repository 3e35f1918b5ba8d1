import { expect, type Page } from '@playwright/test'
import type { Mailbox } from './mailbox.ts'
import { noteSession } from './open-sessions.ts'

/** A person with an account of their own. */
export type Person = { first: string; last: string; email: string; phone: string; password: string }

/** The patient of a booking: not the booker, so that their details can be told apart. */
export type Patient = {
  name: string
  email: string
  phone: string
  gender: 'Female' | 'Male'
  born: { day: string; month: string; year: string }
}

/** Unique among all runs and workers. */
function mark(): string {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
}

/** A new person. */
export function newPerson(): Person {
  const email = `ada.${mark()}@example.com`
  return { first: 'Ada', last: 'Okonkwo', email, phone: '0803 123 4567', password: 'guava river lantern' }
}

/** A new patient. */
export function newPatient(): Patient {
  return {
    name: 'Ngozi Ezenwa-Bright',
    email: `ngozi.${mark()}@example.com`,
    phone: '0809 876 5432',
    gender: 'Female',
    born: { day: '27', month: '3', year: '1985' },
  }
}

/** Fills in the whole registration. Starts on the registration page. */
export async function answerRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.first)
  await page.getByLabel('Last name').fill(person.last)
  await page.getByLabel('Mobile number').fill(person.phone)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('I agree to the').check()
}

/** Answers the registration and sends it; ends with the code's dialog open. */
export async function register(page: Page, person: Person): Promise<void> {
  await answerRegistration(page, person)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()
}

/** Types the code from the mail; ends on the sign-in page, which says that the email is confirmed. */
export async function confirmEmail(page: Page, mailbox: Mailbox, { email }: Person): Promise<void> {
  const code = await mailbox.code(email, 'Confirm your email')
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Your email is confirmed. Log in to continue.')).toBeVisible()
}

/** A pause between two taps on one button, because faster taps count as one. */
export async function pause(page: Page): Promise<void> {
  await page.waitForTimeout(600)
}

/** Signs in. Starts on the sign-in page, and ends on the page after it. */
export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await login(page, person)
  await expect(page).not.toHaveURL(/\/auth\//)
}

/** Sends the sign-in form, whatever the result. */
export async function login(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A new account, confirmed and not signed in, made through the API; `walk-in.spec.ts` makes one by hand. */
export async function newMember(
  page: Page,
  mailbox: Mailbox,
  type: 'user' | 'doctor' = 'user',
): Promise<Person> {
  const person = newPerson()
  const { email, password, phone } = person
  await post(page, 'createAccount', {
    email,
    password,
    phone,
    username: '',
    location: '',
    source: 'web',
    type,
    name: `${person.first} ${person.last}`,
    branch: type === 'doctor' ? 'private_practice' : 'at_home_service',
  })
  await post(page, 'verifyaccount', { email, code: await mailbox.code(email, 'Confirm your email') })
  return person
}

/** A new account, signed in in this tab; the test then opens its first page. */
export async function becomeMember(
  page: Page,
  mailbox: Mailbox,
  type: 'user' | 'doctor' = 'user',
): Promise<Person> {
  const person = await newMember(page, mailbox, type)
  await saveSession(page, await logIn(page, person))
  return person
}

type Session = { readonly authid: string; readonly details: unknown }

/** Signs in through the API. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Session> {
  const basic = Buffer.from(`${email}:${password}`).toString('base64')
  const answer = await page.request.post('/v0/', { headers: { authorization: `Basic ${basic}` } })
  const { data }: { data: Session } = await answer.json()
  noteSession(data.authid)
  return data
}

/** Stores the session as the product does. */
export async function saveSession(page: Page, session: Session): Promise<void> {
  // A page of ours without scripts, to reach the storage of the tab.
  await page.goto('/robots.txt')
  await page.evaluate(({ authid, details }) => {
    sessionStorage.setItem('_tr_js', authid)
    sessionStorage.setItem('_tr_js_exp', String(Date.now() + 58 * 60_000))
    sessionStorage.setItem('_tr_js_profile', JSON.stringify(details))
  }, session)
}

async function post(page: Page, call: string, data: object): Promise<void> {
  const answer = await page.request.post(`/v0/${call}`, { data })
  expect(answer.status(), call).toBeLessThan(300)
}

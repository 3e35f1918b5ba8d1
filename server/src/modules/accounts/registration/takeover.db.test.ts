import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  openAccountServer,
  otherDigits,
  registration,
  type SignedIn,
} from '../../../../test/account-server.ts'
import { seconds } from '../../../../test/clock.ts'
import { openHasher } from '../password/passwords.ts'

// Thousands of passwords are hashed here, and the speed of that is not tested here.
const hasher = openHasher({ atOnce: 4, waiting: 5000 }, { memoryCost: 256, timeCost: 1, parallelism: 1 })
const server = await openAccountServer(hasher)
const { clock, sql } = server

const stranger = {
  name: 'Mallory',
  phone: '08039999999',
  username: 'mallory',
  password: 'mallory waits at 3',
}
const ownersPassword = 'her own okra at seven 5'
const ownersNext = 'her next okra at eight 6'

type Purpose = Parameters<typeof server.mailOf>[1]
type Browser = ReturnType<typeof server.openBrowser>

/** One mailbox: its owner and a stranger, each in a browser in a network of their own. */
type Story = {
  readonly email: string
  readonly owner: Browser
  readonly stranger: Browser
  /** Sessions that the stranger got. */
  readonly stolen: string[]
  /** Whether the owner has registered: otherwise she would not type a code. */
  hasRegistered: boolean
}

let stories = 0
function openStory(): Story {
  stories += 1
  const network = (side: number) => `10.${side}.${Math.floor(stories / 250)}.${stories % 250}`
  return {
    email: `story-${stories}@mail.example`,
    stolen: [],
    hasRegistered: false,
    owner: server.openBrowser(network(1)),
    stranger: server.openBrowser(network(2)),
  }
}

async function newestMail(email: string, purpose: Purpose) {
  return await server.mailOf(email, purpose).catch(() => null)
}

/** What the two may do. The stranger reads no mail of the owner's; any answer is fine, as most orders make no sense. */
const acts = {
  async strangerRegisters({ email, stranger: browser }: Story) {
    await browser.post('createAccount', { ...registration(email), ...stranger })
  },
  async strangerRegistersMore({ email, stranger: browser }: Story) {
    for (const name of ['Mallory Two', 'Mallory Three', 'Mallory Four'])
      await browser.post('createAccount', { ...registration(email), ...stranger, name })
  },
  async strangerSignsIn({ email, stranger: browser, stolen }: Story) {
    const { data } = await browser.signIn(email, stranger.password)
    if (data?.authid) stolen.push(data.authid)
  },
  async strangerAsksForMails({ email, stranger: browser }: Story) {
    for (const call of ['forgotpassword', 'resendcode', 'session/link']) await browser.post(call, { email })
  },
  async strangerGuesses({ email, stranger: browser }: Story) {
    const { digits } = (await newestMail(email, 'reset_password')) ?? { digits: '01234' }
    const code = otherDigits(digits ?? '01234')
    await browser.post('verifyaccount', { email, code })
    await browser.post('updatepassword', { email, code, password: stranger.password })
  },
  async ownerRegisters(story: Story) {
    story.hasRegistered = true
    await story.owner.post('createAccount', { ...registration(story.email), password: ownersPassword })
  },
  async ownerTypesCode({ email, owner, hasRegistered }: Story) {
    const mail = hasRegistered ? await newestMail(email, 'verify_account') : null
    if (mail?.digits) await owner.post('verifyaccount', { email, code: mail.digits })
  },
  async ownerOpensLink({ email, owner }: Story) {
    const mail = await newestMail(email, 'verify_account')
    if (!mail) return
    const asked = await owner.post('verifyaccount', { email, code: mail.token })
    const given = { email, code: mail.token, password: ownersPassword }
    if (asked.code === 'password_needed') await owner.post('verifyaccount', given)
  },
  async ownerSignsIn({ email, owner }: Story) {
    await owner.signIn(email, ownersPassword)
  },
  async ownerOpensLoginLink({ email, owner }: Story) {
    await owner.post('session/link', { email })
    const mail = await newestMail(email, 'sign_in')
    if (mail) await owner.post('session/link/opening', { email, token: mail.token })
  },
  async ownerResets({ email, owner }: Story) {
    await owner.post('forgotpassword', { email })
    const mail = await newestMail(email, 'reset_password')
    const password = ownersNext
    if (mail) await owner.post('updatepassword', { email, code: mail.token, password })
  },
} satisfies Record<string, (story: Story) => Promise<unknown>>
type Act = keyof typeof acts
const everyAct = Object.keys(acts) as Act[]

/** Invariants after each act: the stranger holds nothing of a confirmed account. */
async function strangersGain({ email, stolen }: Story): Promise<string[]> {
  // At this point neither can have a session.
  if (stolen.length === 0 && !(await has(email, ['active']))) return []
  const accounts = await sql<{ name: string; phone: string; password_hash: string }[]>`
    select name, phone, password_hash from account where email = ${email} and state = 'active'`
  const working = await Promise.all(stolen.map(async (token) => (await server.profile(token)).status === 200))
  const opens = await Promise.all(
    accounts.map(async ({ password_hash: hash }) => hash !== '' && hasher.verify(hash, stranger.password)),
  )
  return [
    ...(working.includes(true) ? ['a session'] : []),
    ...(opens.includes(true) ? ['the password'] : []),
    ...(accounts.some(({ name }) => name.startsWith('Mallory')) ? ['the name'] : []),
    ...(accounts.some(({ phone }) => phone.endsWith('39999999')) ? ['the phone'] : []),
  ]
}

/** What the owner can always do, whatever happened: set a password by mail, and sign in with it. */
async function ownerGetsIn({ email, owner }: Story): Promise<boolean> {
  const password = 'her last okra at nine 7'
  await owner.post('forgotpassword', { email })
  const mail = await newestMail(email, 'reset_password')
  await owner.post('updatepassword', { email, code: mail?.token ?? '', password })
  const { data } = await owner.call<SignedIn>(
    ...([
      'POST',
      '/v0/',
      undefined,
      `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
    ] as const),
  )
  return Boolean(data?.authid)
}

/** Whether an address has an account in one of these states. */
const has = async (email: string, states: readonly string[]) =>
  (await sql`select 1 from account where email = ${email} and state = any(${states})`).length > 0

/** Plays all orders concurrently, one act a minute, and returns those in which the stranger got something. */
async function takeovers(orders: readonly (readonly Act[])[]): Promise<string[]> {
  const played = orders.map((order) => ({ order, story: openStory(), found: new Set<string>() }))
  for (let step = 0; step < Math.max(...orders.map(({ length }) => length)); step += 1) {
    await each(played, async ({ order, story, found }) => {
      const act = order[step]
      if (!act) return
      await acts[act](story)
      for (const part of await strangersGain(story)) found.add(`${part} after ${act}`)
    })
    clock.pass(61 * seconds)
  }
  await each(played, async ({ story, found }) => {
    if (!(await has(story.email, ['unverified', 'active']))) return
    if (!(await ownerGetsIn(story))) found.add('the way in, which the owner has lost')
    await acts.strangerSignsIn(story)
    for (const part of await strangersGain(story)) found.add(`${part} in the end`)
  })
  return played.flatMap(({ order, found }) =>
    found.size > 0 ? [`${order.join(', ')}: ${[...found].join(', ')}`] : [],
  )
}

/** A few at a time. */
async function each<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await act(one)
  }
  await Promise.all([work(), work(), work(), work(), work(), work()])
}

/** The acts that change who holds what; the others only try. */
const turning = [
  ...(['strangerRegisters', 'strangerSignsIn'] as const),
  ...(['ownerRegisters', 'ownerTypesCode', 'ownerOpensLink', 'ownerResets'] as const),
]
/** Whether both act and an account results. */
const isAboutBoth = (order: readonly Act[]) =>
  ['owner', 'stranger'].every((who) => order.some((act) => act.startsWith(who))) &&
  order.some((act) => act.endsWith('Registers'))

test('in no order of three acts of an owner and a stranger does the stranger get any part of the owner’s account', async () => {
  const orders = turning.flatMap((first) =>
    turning.flatMap((second) => turning.map((third) => [first, second, third])),
  )
  const distinct = orders.filter((order) => new Set(order).size === order.length)
  expect((await takeovers(distinct.filter(isAboutBoth))).join('\n')).toBe('')
}, 300_000)

test('nor in longer orders of all acts', async () => {
  const order = fc.array(fc.constantFrom(...everyAct), { minLength: 4, maxLength: 8 })
  const mails = [
    ...['ownerRegisters', 'ownerSignsIn', 'ownerOpensLoginLink', 'ownerResets'],
    // Confirming one of several registrations brings a mail for choosing a password.
    ...['ownerTypesCode', 'ownerOpensLink'],
  ]
  // One browser may ask for five mails an hour at an address, and the owner asks for another in the end.
  const mayMail = (one: readonly Act[]) => one.filter((act) => mails.includes(act)).length < 5
  expect((await takeovers(fc.sample(order, 40).filter(mayMail))).join('\n')).toBe('')
}, 300_000)

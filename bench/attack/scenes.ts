import type { LoadRequest } from '../load/drive.ts'
import { measures, sourceOf } from '../load/measures.ts'
import type { Scene } from '../load/scene.ts'
import { type Random, randomFrom } from '../scale/random.ts'
import { flood } from './flood.ts'
import { idleSockets, type Stop, slowBodies, slowHeaders, slowReaders, type Target } from './slow.ts'

/** What an attacker has: a scene, one account, and the references of open payments. */
export type Means = {
  readonly scene: Scene
  readonly bearer: string
  readonly payments: readonly string[]
  /** Delays the answers of the payment provider by this many milliseconds. */
  readonly slowProvider: (milliseconds: number) => Promise<void>
}

/** An attack that continues until it is stopped, while honest users make calls. */
export type Attack = {
  readonly name: string
  readonly begin: (target: Target, means: Means) => Stop | Promise<Stop>
}

const json = { 'content-type': 'application/json' }

const post = (path: string, body: object, headers: Record<string, string> = {}): LoadRequest => ({
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
})

/** The attacks of the suite; the first is a quiet hour, for comparison. */
export const attacks: readonly Attack[] = [
  { name: 'no attack', begin: () => async () => undefined },
  { name: 'slow headers', begin: slowHeaders },
  { name: 'slow bodies', begin: slowBodies },
  { name: 'slow readers', begin: slowReaders },
  { name: 'idle connections', begin: idleSockets },
  {
    name: 'reads, by address',
    begin: (target) => {
      const random = randomFrom(5, 'searches')
      return flood(target, () => get(`/v0/listAllLabs.php?q=${words(random)}&page=${random.whole(1, 50)}`))
    },
  },
  {
    name: 'reads, by account',
    begin: (target, { bearer }) => flood(target, () => get('/v0/orders?limit=100', bearer)),
  },
  {
    name: 'bookings, by account',
    begin: (target, { scene, bearer }) => flood(target, bookingsOf(scene, bearer, 'link')),
  },
  {
    name: 'passwords, at many accounts',
    begin: (target) =>
      flood(target, (at) => {
        const basic = Buffer.from(`person-${at % 2_000}@scale.example:okra at nine ${at}`).toString('base64')
        return { method: 'POST', path: '/v0/', headers: { authorization: `Basic ${basic}` } }
      }),
  },
  { name: 'registrations and mails', begin: (target) => flood(target, registering) },
  {
    name: 'checks of payments',
    begin: async (target, means) => await checks(target, means, 0),
  },
  {
    name: 'checks, provider slow',
    begin: async (target, means) => await checks(target, means, 8_000),
  },
]

function get(path: string, authorization?: string): LoadRequest {
  return { method: 'GET', path, headers: authorization ? { authorization } : {} }
}

function words(random: Random): string {
  return random.pick(['medical', 'yaba', 'ikeja', 'clinic', 'heart', 'diagnostics', 'lab', 'abuja'])
}

/** Bookings of one account, to be paid by link or immediately. */
export function bookingsOf(scene: Scene, authorization: string, payment: 'link' | 'now'): () => LoadRequest {
  const measure = measures.find(({ name }) => name === 'booking')
  if (!measure) throw new Error('bookings are not measured any more')
  const next = sourceOf(measure, scene)
  return () => {
    const call = next()
    const { payment: _, ...form } = JSON.parse(call.body ?? '{}')
    const body = JSON.stringify(payment === 'link' ? { ...form, payment } : form)
    return { ...call, headers: { ...call.headers, authorization }, body }
  }
}

/** Registrations of new addresses, and requests for mails to addresses with an account. */
function registering(at: number): LoadRequest {
  const email = `person-${at % 500}@scale.example`
  if (at % 4 === 1) return post('/v0/forgotpassword', { email })
  if (at % 4 === 2) return post('/v0/session/link', { email })
  if (at % 4 === 3) return post('/v0/verifyaccount', { email: `new-${at - 3}@flood.example`, code: '12345' })
  return post('/v0/createAccount', {
    email: `new-${at}@flood.example`,
    password: `harmattan okra ${at}`,
    phone: '08031234567',
    username: 'new',
    location: 'Yaba',
    source: 'web',
    type: 'user',
    name: 'Ada Obi',
    branch: 'at_home_service',
  })
}

async function checks(
  target: Target,
  { payments, slowProvider }: Means,
  milliseconds: number,
): Promise<Stop> {
  await slowProvider(milliseconds)
  const stop = flood(target, (at) => post(`/v0/payments/${payments[at % payments.length]}/check`, {}))
  return async () => {
    await slowProvider(0)
    await stop()
  }
}

import { addBooking, type BodySent } from '@labalaba/contract'
import { emailOf, scalePassword } from '../scale/accounts.ts'
import { type Random, randomFrom } from '../scale/random.ts'
import { families } from '../scale/words.ts'
import type { LoadRequest } from './drive.ts'
import type { Scene } from './scene.ts'
import { isForSignIn } from './scene-repository.ts'

/** A measured kind of request. */
export type Measure = {
  readonly name: string
  /** The most connections with which it is measured; any number if undefined. */
  readonly upTo?: number
  /** Creates the source of requests. Each side has its own, with the same sequence. */
  readonly requests: (scene: Scene, random: Random) => () => LoadRequest
  /** Whether both sides must return the same `data`. */
  readonly same: boolean
  /** There is nothing to compare it with, so only its growth is reported. */
  readonly alone?: boolean
}

const testWords = [
  'fbc',
  'malaria',
  'sugar',
  'lipid',
  'e u cr',
  'thyroid',
  'widal',
  'pregnancy',
  'hiv',
  'urine',
  'psa',
]
const testSlips = ['malria', 'colesterol', 'tyroid', 'genotpe', 'hepatitus', 'urinalisis']

export const measures: readonly Measure[] = [
  {
    name: 'lab list',
    same: true,
    requests: (scene, random) => () => get(scene, random, `/v0/listAllLabs.php?page=${random.whole(1, 8)}`),
  },
  {
    name: 'lab search',
    same: true,
    requests: (scene, random) => () => get(scene, random, `/v0/listAllLabs.php?q=${labWords(scene, random)}`),
  },
  {
    name: 'lab search, slips',
    same: false,
    alone: true,
    requests: (scene, random) => () => get(scene, random, `/v0/listAllLabs.php?q=${slip(random)}`),
  },
  {
    name: 'lab detail',
    same: true,
    requests: (scene, random) => () =>
      get(scene, random, `/v0/listAllLabsTest?lab=${random.pick(scene.labs).slug}`),
  },
  {
    name: 'test search',
    same: true,
    requests: (scene, random) => () =>
      get(scene, random, `/v0/tests?q=${encodeURIComponent(random.pick(testWords))}`),
  },
  {
    name: 'test search, slips',
    same: false,
    alone: true,
    requests: (scene, random) => () => get(scene, random, `/v0/tests?q=${random.pick(testSlips)}`),
  },
  {
    name: 'order page',
    same: false,
    requests: (scene, random) => () => {
      const { reference, accountId } = random.pick(scene.orders)
      return getAs(scene, accountId, `/v0/orders/${reference}`)
    },
  },
  // With more than 22 concurrent passwords the product answers some with 503, which says nothing about speed.
  { name: 'sign-in', same: false, upTo: 16, requests: signIns },
  { name: 'booking', same: false, requests: bookings },
]

function get(scene: Scene, random: Random, path: string): LoadRequest {
  return getAs(scene, random.pick(scene.people), path)
}

function getAs({ bearer }: Scene, accountId: number, path: string): LoadRequest {
  return { method: 'GET', path, headers: { authorization: bearer.get(accountId) ?? '' } }
}

/** A family name, an area, or both: what users type. */
function labWords({ labs }: Scene, random: Random): string {
  const { area, name } = random.pick(labs)
  const word = (text: string) => text.split(/[^A-Za-z]+/).find((part) => part.length > 3)
  const form = random.next()
  const words = form < 0.4 ? [word(name)] : form < 0.8 ? [word(area)] : [word(name), word(area)]
  const typed = words.filter(Boolean).join(' ') || 'medical'
  return encodeURIComponent(plain(typed))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A family name with two letters swapped. */
function slip(random: Random): string {
  const name = plain(random.pick(families))
  const at = random.whole(1, Math.max(1, name.length - 3))
  return `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`
}

/** Signing in ends old sessions, so accounts of other measures do not sign in. */
function signIns({ people }: Scene, random: Random): () => LoadRequest {
  const others = Array.from({ length: Math.max(...people) }, (_, at) => at + 1).filter(isForSignIn)
  return () => {
    const basic = Buffer.from(`${emailOf(random.pick(others))}:${scalePassword}`).toString('base64')
    return { method: 'POST', path: '/v0/', headers: { authorization: `Basic ${basic}` } }
  }
}

function bookings(scene: Scene, random: Random): () => LoadRequest {
  let count = 0
  const run = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`
  return () => {
    count += 1
    const accountId = scene.people[count % scene.people.length] ?? 1
    const { lab, slug, address, tests } = random.pick(scene.bookable)
    const form: BodySent<typeof addBooking> = {
      name: 'Mama Obi',
      email: 'mama@scale.example',
      gender: 'Female',
      dob: '1961-04-12',
      phone: '2348030000009',
      type: { mode: 'walkin' },
      reference: `${run}-${count}`,
      provider: 'paystack',
      test: tests.map(({ name, kobo }) => ({ name, amount: kobo / 100 })),
      lab: { name: lab, labReference: slug, location: address },
      payment: 'link',
    }
    const headers = { authorization: scene.bearer.get(accountId) ?? '', 'x-account': String(accountId) }
    const { method, path } = addBooking
    return {
      method,
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(form),
    }
  }
}

/** The requests of one side of a measure; both sides send the same ones. */
export function sourceOf(measure: Measure, scene: Scene): () => LoadRequest {
  return measure.requests(scene, randomFrom(11, measure.name))
}

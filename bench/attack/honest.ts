import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import type { LoadRequest } from '../load/drive.ts'
import { measures, sourceOf } from '../load/measures.ts'
import type { Scene } from '../load/scene.ts'
import { isForSignIn } from '../load/scene-repository.ts'
import { emailOf, scalePassword } from '../scale/accounts.ts'

/** The kinds of calls of honest users, how often per second, and the limit of their 95th percentile in milliseconds. */
export const kinds = {
  reads: { perSecond: 16, p95: 1_000 },
  'sign-in': { perSecond: 2, p95: 2_000 },
  booking: { perSecond: 2, p95: 2_000 },
} as const
export type Kind = keyof typeof kinds

/** The least share of calls that must be answered as in a quiet hour. */
export const leastSuccess = 0.99

/** The results of one kind of call. Times in microseconds. */
export type Met = {
  readonly times: RecordableHistogram
  well: number
  sent: number
  /** Answers other than 200, by their text. */
  readonly others: Record<string, number>
}

export type Honest = {
  /** Sends calls of honest users for some seconds, and waits for the last answer. */
  come(seconds: number): Promise<Readonly<Record<Kind, Met>>>
}

const readNames = ['lab list', 'lab search', 'lab detail', 'test search', 'order page']
/** Few enough not to count as password spraying: all accounts of the scale have the same password. */
const mostSigners = 16
const attackerAccounts = 3

/** Prepares the honest users of a scene. Each has its own address and connections; half sign in from a known browser. */
export async function openHonest(url: string, scene: Scene): Promise<Honest> {
  const signIns = await openSignIns(url, scene)
  const next: Readonly<Record<Kind, () => LoadRequest>> = {
    reads: inTurn(readNames.map((name) => sourceNamed(name, scene))),
    'sign-in': signIns,
    booking: sourceNamed('booking', scene),
  }
  return {
    async come(seconds) {
      const met = { reads: nothingMet(), 'sign-in': nothingMet(), booking: nothingMet() }
      const each = Object.keys(kinds) as Kind[]
      await Promise.all(
        each.map((kind) => arrive(url, kinds[kind].perSecond, seconds, next[kind], met[kind])),
      )
      return met
    },
  }
}

function sourceNamed(name: string, scene: Scene): () => LoadRequest {
  const measure = measures.find((one) => one.name === name)
  if (!measure) throw new Error(`there is no measure ${name}`)
  return sourceOf(measure, scene)
}

function inTurn(sources: readonly (() => LoadRequest)[]): () => LoadRequest {
  let at = 0
  return () => {
    at += 1
    const source = sources[at % sources.length]
    if (!source) throw new Error('there are no honest callers')
    return source()
  }
}

/** The accounts that make no other calls in a scene, and so can sign in; the last few are the attacker's. */
export function idleAccounts({ people }: Scene): {
  readonly signers: number[]
  readonly attackers: number[]
} {
  const ids = Array.from({ length: Math.max(...people) }, (_, index) => index + 1).filter(isForSignIn)
  return {
    signers: ids.slice(0, -attackerAccounts).slice(0, mostSigners),
    attackers: ids.slice(-attackerAccounts),
  }
}

/** Signs every account in once, so that each has a known browser. */
async function openSignIns(url: string, scene: Scene): Promise<() => LoadRequest> {
  const signers = await Promise.all(
    idleAccounts(scene).signers.map(async (id) => {
      const basic = Buffer.from(`${emailOf(id)}:${scalePassword}`).toString('base64')
      const headers = { authorization: `Basic ${basic}`, 'x-forwarded-for': addressOf(id) }
      const call: LoadRequest = { method: 'POST', path: '/v0/', headers }
      const reply = await request(url + call.path, { method: 'POST', headers })
      await reply.body.dump()
      const cookie = String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? ''
      return { unknown: call, known: { ...call, headers: { ...headers, ...(cookie && { cookie }) } } }
    }),
  )
  let at = 0
  return () => {
    at += 1
    const signer = signers[at % signers.length]
    if (!signer) throw new Error('there is no account to sign in with')
    return Math.floor(at / signers.length) % 2 === 0 ? signer.known : signer.unknown
  }
}

/** An address in the block of the honest users. */
function addressOf(number: number): string {
  return `41.58.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`
}

function nothingMet(): Met {
  return { times: createHistogram({ figures: 3 }), well: 0, sent: 0, others: {} }
}

async function arrive(
  url: string,
  perSecond: number,
  seconds: number,
  next: () => LoadRequest,
  met: Met,
): Promise<void> {
  const under = new Set<Promise<void>>()
  const began = performance.now()
  for (;;) {
    const passed = (performance.now() - began) / 1000
    if (passed >= seconds) break
    for (; met.sent < passed * perSecond; met.sent += 1) {
      const one = send(url, next(), met).finally(() => under.delete(one))
      under.add(one)
    }
    await pause(5)
  }
  await Promise.all(under)
}

/** A new connection for each call, as for a user who has just arrived. */
async function send(url: string, { path, headers, ...call }: LoadRequest, met: Met): Promise<void> {
  const began = performance.now()
  const from = { 'x-forwarded-for': addressOf(met.sent), ...headers }
  const patience = { headersTimeout: 20_000, bodyTimeout: 20_000, reset: true }
  try {
    const { statusCode, body } = await request(url + path, { ...call, ...patience, headers: from })
    const said = await body.text()
    if (statusCode === 200) met.well += 1
    else count(met.others, `${statusCode} ${codeOf(said)}`)
  } catch (error) {
    count(met.others, error instanceof Error ? error.name : String(error))
  }
  met.times.record(Math.max(1, Math.round((performance.now() - began) * 1000)))
}

function codeOf(body: string): string {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? ''
}

/** Adds one to a counter. */
export function count(of: Record<string, number>, what: string): void {
  of[what.trim()] = (of[what.trim()] ?? 0) + 1
}

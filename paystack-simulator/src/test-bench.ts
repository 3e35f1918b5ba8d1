import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SimulatorOptions } from './settings.ts'
import { type Simulator, startSimulator } from './simulator.ts'
import { isRecord } from './wire-format.ts'

/** A webhook as it arrived: the raw bytes and the signature. */
export type Arrival = { body: Buffer; signature: string | undefined; event: Record<string, unknown> }

/** A webhook endpoint of a merchant that really listens. */
export type Merchant = {
  url: string
  arrivals: Arrival[]
  /** The statuses of the next answers to webhooks; 200 if the list is empty. */
  answers: number[]
  close(): Promise<void>
}

/** A new empty folder. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'paystack-simulator-'))
}

/** Starts a merchant on a free port. */
export async function startMerchant(): Promise<Merchant> {
  const arrivals: Arrival[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const signature = request.headers['x-paystack-signature']
      const event = record(JSON.parse(body.toString()))
      arrivals.push({ body, signature: typeof signature === 'string' ? signature : undefined, event })
      response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address !== 'string' ? address.port : 0
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}/hook`, arrivals, answers, close }
}

/** One answer of the simulator, parsed. */
export type Answer = { status: number; text: string; json: Record<string, unknown>; headers: Headers }

/** The merchant's server as a caller of Paystack. */
export type Caller = {
  call(method: string, path: string, body?: unknown): Promise<Answer>
  control(method: string, path: string, body?: unknown): Promise<Answer>
  initialize(reference: string, more?: Record<string, unknown>): Promise<Answer>
  /** The `data` of a verify. */
  verify(reference: string): Promise<Record<string, unknown>>
}

/** Calls a simulator with its key. */
export function callerOf(url: string, key = 'sk_test_simulator'): Caller {
  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await fetch(`${url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: sent }),
    })
    return readAnswer(reply)
  }
  return {
    call,
    control: (method, path, body) => call(method, `/_control${path}`, body),
    initialize: (reference, more = {}) =>
      call('POST', '/transaction/initialize', {
        email: 'ada@example.com',
        amount: 1_200_000,
        reference,
        ...more,
      }),
    verify: async (reference) => record((await call('GET', `/transaction/verify/${reference}`)).json.data),
  }
}

/** Parses an answer. A body that is not a JSON object becomes `{}`, a list becomes `{ list }`. */
export async function readAnswer(reply: Response): Promise<Answer> {
  const text = await reply.text()
  let json: unknown = null
  try {
    json = JSON.parse(text)
  } catch {
    // Pages and proxy errors are not JSON.
  }
  const list = Array.isArray(json) ? { list: json } : {}
  return { status: reply.status, text, json: isRecord(json) ? json : list, headers: reply.headers }
}

/** The value as a JSON object; anything else fails the test. */
export function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new TypeError(`not an object: ${JSON.stringify(value)}`)
  return value
}

/** Waits until the condition is true, at most ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1000; turn += 1) {
    if (await condition()) return
    await pause(10)
  }
  throw new Error('it did not happen within ten seconds')
}

/** A simulator, a merchant that receives its webhooks, and a caller. Close it when done. */
export type Bench = { simulator: Simulator; merchant: Merchant; paystack: Caller; close(): Promise<void> }

/** Sets up a bench on an empty folder, fast enough for tests. */
export async function startBench(options: Partial<SimulatorOptions> = {}): Promise<Bench> {
  const merchant = await startMerchant()
  const fast = {
    dataDir: emptyFolder(),
    webhookUrl: merchant.url,
    retryScale: 3600,
    refundStepMs: 20,
    seed: '7',
  }
  const simulator = await startSimulator({ ...fast, ...options })
  const close = async () => {
    await simulator.close()
    await merchant.close()
  }
  return { simulator, merchant, paystack: callerOf(simulator.url), close }
}

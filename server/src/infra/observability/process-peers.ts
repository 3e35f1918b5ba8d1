import type { ChildProcess } from 'node:child_process'

/** One metric in the format of Prometheus. */
export type MetricText = { readonly name: string; readonly text: string }

/** What the other processes on the same port have counted. */
export type OthersRead = {
  /** The number of this process among them; null if it is alone. */
  readonly process: string | null
  readonly metrics: readonly MetricText[]
  /** How many processes did not answer in time. */
  readonly missing: number
}

/** The processes that serve on the same port (`WEB_CONCURRENCY`), by which each shows the metrics of all. */
export type Peers = {
  readOthers(): Promise<OthersRead>
  /** Sets how this process reads its own metrics when another one is asked. It gets the number of this process. */
  answerWith(read: ReadOwn): void
}

type ReadOwn = (process: string) => Promise<readonly MetricText[]>

/** A process that has the port for itself. */
export const aloneOnPort: Peers = {
  readOthers: async () => ({ process: null, metrics: [], missing: 0 }),
  answerWith: () => {},
}

/** What two processes send each other: a question with `asks`, and its answer with the same number. */
type Question = { readonly asks: 'own' | 'others'; readonly number: number; readonly process?: string }
type Answer = { readonly answers: number } & OthersRead

/** How long another process may take, in milliseconds: it may wait for others itself. */
const patience = { own: 4_000, others: 5_000 } as const

/** A child process, or this one towards its parent. */
type Channel = {
  readonly connected: boolean
  on(event: 'message', receive: (message: unknown) => void): unknown
  off(event: 'message', receive: (message: unknown) => void): unknown
  send?: ((message: object) => unknown) | undefined
}

/** The first process of a port: it has started the others, and asks each of them. */
export class ParentPeers implements Peers {
  readonly #children = new Map<ChildProcess, string>()
  #readOwn: ReadOwn = async () => []

  async readOthers(): Promise<OthersRead> {
    return { ...(await this.#readChildren(null)), process: this.#children.size > 0 ? parentNumber : null }
  }

  answerWith(read: ReadOwn): void {
    this.#readOwn = read
  }

  /** Adds a process until it ends. Its number stays the same if it is replaced. */
  add(child: ChildProcess, number: string): void {
    this.#children.set(child, number)
    child.once('exit', () => this.#children.delete(child))
    child.on('message', (message: unknown) => {
      if (isQuestion(message, 'others')) void this.#answer(child, message.number, number)
    })
  }

  async #answer(child: ChildProcess, question: number, process: string): Promise<void> {
    const [own, others] = await Promise.all([this.#readOwn(parentNumber), this.#readChildren(child)])
    const answer: Answer = { ...others, answers: question, process, metrics: [...own, ...others.metrics] }
    if (child.connected) child.send(answer)
  }

  async #readChildren(except: ChildProcess | null): Promise<OthersRead> {
    const asked = [...this.#children].filter(([child]) => child !== except)
    const read = await Promise.all(asked.map(([child, process]) => ask(child, { asks: 'own', process })))
    const answered = read.filter((one) => one !== null)
    return {
      process: null,
      metrics: answered.flatMap(({ metrics }) => metrics),
      missing: read.length - answered.length + answered.reduce((sum, { missing }) => sum + missing, 0),
    }
  }
}

/** The number of the process that has started the others. */
const parentNumber = '1'

/** One of the other processes of a port: it asks the first one, `parent`, which asks the rest. */
export class ChildPeers implements Peers {
  readonly #parent: Channel

  constructor(parent: Channel) {
    this.#parent = parent
  }

  async readOthers(): Promise<OthersRead> {
    return (await ask(this.#parent, { asks: 'others' })) ?? { process: null, metrics: [], missing: 1 }
  }

  answerWith(read: ReadOwn): void {
    this.#parent.on('message', (message: unknown) => {
      if (!isQuestion(message, 'own')) return
      void read(message.process ?? '').then((metrics) => {
        const answer: Answer = { answers: message.number, process: null, metrics, missing: 0 }
        if (this.#parent.connected) this.#parent.send?.(answer)
      })
    })
  }
}

let asked = 0

/** Asks another process. Null if it does not answer in time. */
async function ask(channel: Channel, question: Omit<Question, 'number'>): Promise<Answer | null> {
  asked += 1
  const number = asked
  const { promise, resolve } = Promise.withResolvers<Answer | null>()
  const receive = (message: unknown) => {
    if (isAnswer(message, number)) resolve(message)
  }
  const late = setTimeout(() => resolve(null), patience[question.asks])
  channel.on('message', receive)
  if (channel.connected) channel.send?.({ ...question, number })
  else resolve(null)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    channel.off('message', receive)
  }
}

function isQuestion(message: unknown, asks: Question['asks']): message is Question {
  return typeof message === 'object' && message !== null && 'asks' in message && message.asks === asks
}

function isAnswer(message: unknown, number: number): message is Answer {
  return typeof message === 'object' && message !== null && 'answers' in message && message.answers === number
}

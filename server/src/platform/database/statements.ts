import { createHash } from 'node:crypto'

/** So many statements a connection keeps prepared; one that has had more is closed when it is given back. */
export const mostPrepared = 500
/** Of so many statements it is known that they were asked before. */
const mostKnown = 2_000

/**
 * Which statements are prepared, and under which name: those that are asked again. So each is read and planned once on a
 * connection, and what is asked only once, such as with a list of a length of its own, takes no room there.
 */
export class Statements {
  /** By text; the one asked last stands last. A statement that was asked once has no name yet. */
  readonly #known: Map<string, string> = new Map()
  readonly #prepared: WeakMap<object, Set<string>> = new WeakMap()

  /** The name of a statement on a connection; undefined where it is not prepared. */
  nameOf(connection: object, text: string): string | undefined {
    const name = this.#recall(text)
    if (!name) return undefined
    const prepared = this.#prepared.get(connection) ?? new Set()
    this.#prepared.set(connection, prepared)
    if (prepared.size >= mostPrepared && !prepared.has(name)) return undefined
    prepared.add(name)
    return name
  }

  /** Whether nothing more can be prepared on a connection. */
  isFull(connection: object): boolean {
    return (this.#prepared.get(connection)?.size ?? 0) >= mostPrepared
  }

  #recall(text: string): string {
    const known = this.#known.get(text)
    const name = known === undefined ? '' : known || shortHash(text)
    this.#known.delete(text)
    this.#known.set(text, name)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest)
    return name
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

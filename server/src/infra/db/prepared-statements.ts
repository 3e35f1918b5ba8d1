import { createHash } from 'node:crypto'

/** The most statements that stay prepared on one connection. */
export const mostPrepared = 500
/** The most statements whose text is remembered. */
const mostRemembered = 2_000

/**
 * Names for prepared statements. A statement gets one at its second use, so that one-off statements, such as those with a
 * list of their own length, take no memory in the database.
 */
export class StatementNames {
  /** By text, the last used at the end; empty for a statement that was used once. */
  readonly #names = new Map<string, string>()
  #generation = 0

  /** The name of a statement; undefined if it should not be prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    const name = known === undefined ? '' : known || this.#newName(text)
    this.#names.delete(text)
    this.#names.set(text, name)
    const [oldest] = this.#names.keys()
    if (this.#names.size > mostRemembered && oldest !== undefined) this.#names.delete(oldest)
    return name || undefined
  }

  /** Gives every statement a new name: a table has changed since the old ones were prepared. */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }

  #newName(text: string): string {
    return `${this.#generation}-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  }
}

import type { BodySent, Endpoint, ReplyOf } from '@labalaba/contract'

/** The input of an API call. */
export type Sent<E extends Endpoint> = {
  readonly body?: BodySent<E>
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Calls the API as one account. Throws an error with a message if the call is refused. */
export type Call = <E extends Endpoint>(endpoint: E, sent?: Sent<E>) => Promise<ReplyOf<E>>

/** The environment of a history: the product itself, on a clock that the history sets. */
export type Stage = {
  /** Sets the current time. */
  setTime(at: Date): void
  /** Logs in and returns the calls of this account. */
  as(email: string): Promise<Call>
  /** Creates a verified account that exists since the beginning. */
  join(person: {
    readonly email: string
    readonly name: string
    readonly phone: string
    readonly address: string
  }): Promise<void>
  /** Pays an attempt at the current time, and settles it. */
  pay(reference: string): Promise<void>
}

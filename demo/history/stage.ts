import type { BodySent, Endpoint, ReplyOf } from '@labalaba/contract'

/** What is sent with a call of the API. */
export type Sent<E extends Endpoint> = {
  readonly body?: BodySent<E>
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Calls the API as somebody; throws, in words, what is refused. */
export type Call = <E extends Endpoint>(endpoint: E, sent?: Sent<E>) => Promise<ReplyOf<E>>

/** Where a history is played: the product itself, on a clock that says whichever moment it is. */
export type Stage = {
  /** It is this moment now. */
  setTime(at: Date): void
  /** Somebody who is signed in. */
  as(email: string): Promise<Call>
  /** A member who has an account from the beginning. */
  join(person: {
    readonly email: string
    readonly name: string
    readonly phone: string
    readonly address: string
  }): Promise<void>
  /** Pays an attempt at this moment, and lets the product hear of it. */
  pay(reference: string): Promise<void>
}

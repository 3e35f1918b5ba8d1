import type { Db } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'

/** What a command works with. The database is migrated and has the reference catalogue. */
export type Parts = {
  readonly db: Db
  readonly config: Config
  readonly clock: Clock
  /** The text of a file named on the command line. */
  readonly readFile: (path: string) => string
  /** The lines of a file named on the command line, which may be longer than memory; a sign that is not UTF-8 is U+FFFD. */
  readonly readLines: (path: string) => AsyncIterable<string>
  /** Writes a text to a file named on the command line. */
  readonly writeFile: (path: string, text: string) => void
  readonly print: (line: string) => void
}

/** What was typed: every needed option and argument is there, and not empty. */
export type Typed = {
  /** The argument at this place, or nothing where it may be left out. */
  readonly argument: (place: number) => string | undefined
  readonly option: (name: string) => string | undefined
}

type Word = { readonly means: string; readonly optional?: true }

/** One command of the operator's command line. */
export type Command = {
  /** One line for the list of commands. */
  readonly summary: string
  /** In their order. */
  readonly arguments?: Readonly<Record<string, Word>>
  /** Each takes a value. */
  readonly options?: Readonly<Record<string, Word>>
  /** What else there is to know. */
  readonly notes?: string
  readonly run: (parts: Parts, typed: Typed) => Promise<void>
}

/** The command was typed wrongly. The message says what is right. */
export class WrongUse extends Error {
  override name = 'WrongUse'
}

/** A command could not do what it is for, for a reason that the message tells in full. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** The needed argument at a place. */
export function needed(typed: Typed, place: number): string {
  return typed.argument(place) ?? fail(`argument ${place + 1}`)
}

/** A needed option. */
export function neededOption(typed: Typed, name: string): string {
  return typed.option(name) ?? fail(`--${name}`)
}

function fail(what: string): never {
  throw new WrongUse(`${what} is missing`)
}

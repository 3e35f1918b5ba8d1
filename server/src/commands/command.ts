import type { Db } from '../db.ts'
import type { Clock } from '../infra/clock.ts'
import type { Config } from '../infra/config/config.ts'
import type { Migration } from '../infra/db/migrations.ts'

/** The dependencies of a command. Its version can run on the database, which has the reference catalogue. */
export type Parts = {
  readonly db: Db
  readonly config: Config
  readonly clock: Clock
  /** The migrations of this version. */
  readonly migrations: readonly Migration[]
  /** The text of a file named on the command line. */
  readonly readFile: (path: string) => string
  /** The lines of a file named on the command line, which may exceed memory. Bytes that are not UTF-8 become U+FFFD. */
  readonly readLines: (path: string) => AsyncIterable<string>
  /** The absolute path of a file or folder named on the command line. */
  readonly pathOf: (path: string) => string
  /** Writes a text to a file named on the command line. */
  readonly writeFile: (path: string, text: string) => void
  readonly print: (line: string) => void
}

/** The typed words: every required option and argument is present and not empty. */
export type Typed = {
  /** The argument at this place; undefined if it is optional and missing. */
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
  /** Further advice. */
  readonly notes?: string
  /** It runs on a database that is empty or of another version too, as it finds it. */
  readonly takesAnyLayout?: true
  readonly run: (parts: Parts, typed: Typed) => Promise<void>
}

/** The command line is invalid. The message says how to correct it. */
export class WrongUse extends Error {
  override name = 'WrongUse'
}

/** A command failed for a reason that the message states in full. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** The required argument at a place. */
export function needed(typed: Typed, place: number): string {
  return typed.argument(place) ?? fail(`argument ${place + 1}`)
}

/** A required option. */
export function neededOption(typed: Typed, name: string): string {
  return typed.option(name) ?? fail(`--${name}`)
}

function fail(what: string): never {
  throw new WrongUse(`${what} is missing`)
}

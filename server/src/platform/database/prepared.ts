import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import { typeOf } from './values.ts'

/** Stands for a value while a statement is written. */
export class Placeholder {
  readonly name: string
  /** The type that such a value says by itself. */
  readonly type: string | null

  constructor(name: string, type: string | null) {
    this.name = name
    this.type = type
  }
}

type Values = Readonly<Record<string, unknown>>
/** A builder answers its own; the template of `sql` has to be told for what it is compiled. */
type Written<Row> = Pick<Compilable<Row>, 'compile'> | { compile(db: Kysely<never>): CompiledQuery<Row> }
type Text = { readonly sql: string; readonly parameters: readonly unknown[] }

/** So many forms of a statement are kept; what somebody types must not fill the memory with them. */
const mostForms = 100

/**
 * A statement that is asked over and over, and written once: putting one together takes longer than sending it. `write` is
 * given placeholders that look like the values, so it may hand them to the database and do nothing else with them; what it
 * decides by it is given as `form`, for each of which it writes one statement. Answers the rows.
 */
export function prepared<Db, V extends Values, Row, Form = undefined>(
  write: (db: Db, values: V, form: Form) => Written<Row>,
): (db: Db, values: V, ...form: Form extends undefined ? [] : [Form]) => Promise<Row[]> {
  const texts = new Map<string, Text>()
  return async (given, values, ...[form]) => {
    const db = given as unknown as Kysely<never>
    // What is not given stands in no statement, so that a column has its default.
    const names = Object.keys(values).filter((name) => values[name] !== undefined)
    const key = `${JSON.stringify(form)} ${names.map((name) => `${name}:${typeOf(values[name])}`).join()}`
    let text = texts.get(key)
    if (!text) {
      const places = names.map((name) => [name, new Placeholder(name, typeOf(values[name]))])
      text = write(given, Object.fromEntries(places), form as Form).compile(db)
      texts.set(key, text)
      const [oldest] = texts.keys()
      if (texts.size > mostForms && oldest !== undefined) texts.delete(oldest)
    }
    const parameters = text.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text.sql, parameters))
    return rows
  }
}

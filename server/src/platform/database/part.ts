import { type RawBuilder, sql } from 'kysely'

/** Which rows of a list are asked for. */
export type Part = { readonly limit: number; readonly offset: number }

/** A page as long as lists have it, and so many of them, are asked for over and over. */
const usualLimit = 15
const usualPages = 8

/** Whether a part is one of the first pages of the usual length. */
export function isUsual({ limit, offset }: Part): boolean {
  return limit === usualLimit && offset % limit === 0 && offset < usualPages * limit
}

/**
 * `limit … offset …`. For the first pages of the usual length the numbers stand in the statement: where the database does
 * not know them it makes a new plan each time, which takes it half as long again as the answer. Others are rare, and as
 * parameters they cannot fill the connections with statements.
 */
export function onlyPart({ limit, offset }: Part): RawBuilder<unknown> {
  return isUsual({ limit, offset })
    ? sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
    : sql`limit ${limit} offset ${offset}`
}

import type { Kobo } from '@labalaba/contract'
import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'

/** A price from a file; null if the file says 0, which removes the test from the lab's list. */
export type PriceLine = {
  readonly line: number
  readonly labSlug: string
  readonly testCode: string
  readonly priceKobo: Kobo | null
}

const columns = { needed: ['lab_slug', 'test_code', 'price_ngn'] }

/** Reads a file of prices. Adds every error to `problems`. */
export function readPriceSheet(sheet: Sheet, problems: string[]): PriceLine[] {
  const seen = new Map<string, number>()
  return readSheet(sheet, columns, problems, (cells) => {
    const labSlug = cells.text('lab_slug', 120)
    const testCode = cells.text('test_code', 120)
    const key = `${labSlug} ${testCode}`
    if (seen.has(key)) cells.wrong('test_code', `line ${seen.get(key)} has this lab and test too`)
    seen.set(key, cells.line)
    return { line: cells.line, labSlug, testCode, priceKobo: cells.naira('price_ngn', 0) || null }
  })
}

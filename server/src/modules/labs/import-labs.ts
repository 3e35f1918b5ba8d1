import type { Db, Tx } from '../../db.ts'
import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'
import {
  lockForImport,
  namesOfOthers,
  replaceLocations,
  upsertDepartments,
  upsertLabs,
  upsertPlaces,
} from './import-repository.ts'
import type { LabLine } from './lab-sheet.ts'

/** Labs are imported in batches of this size, so that no statement grows with the file. */
const batch = 400

/**
 * Inserts or updates labs by slug, with their locations. Labs that are not in the file stay unchanged. A location that its
 * lab no longer lists becomes inactive and takes no bookings.
 */
export async function importLabs(
  tx: Tx,
  labs: readonly LabLine[],
  { demo, at }: { readonly demo: boolean; readonly at: Date },
): Promise<void> {
  await lockForImport(
    tx,
    labs.map(({ slug }) => slug),
  )
  for (let start = 0; start < labs.length; start += batch) {
    const some = labs.slice(start, start + batch)
    const ids = await upsertLabs(tx, some, demo)
    await replaceLocations(
      tx,
      some.flatMap(({ slug, locations }) => {
        const id = ids.get(slug)
        return id === undefined ? [] : [{ id, locations }]
      }),
      at,
    )
  }
}

/** Adds a problem for each lab whose name another lab in the database already has. */
export async function checkLabNames(
  db: Db,
  labs: readonly LabLine[],
  name: string,
  problems: string[],
): Promise<void> {
  const taken = new Map((await namesOfOthers(db, labs)).map(({ slug, otherSlug }) => [slug, otherSlug]))
  for (const lab of labs) {
    const other = taken.get(lab.slug)
    if (other)
      problems.push(`${name} line ${lab.line}: name is "${lab.name}"; the lab ${other} has it already`)
  }
}

/** An area of Nigeria. */
export type PlaceInput = Readonly<ReturnType<typeof readPlaceSheet>[number]>

const areaColumns = {
  needed: ['state', 'area', 'lga', 'latitude', 'longitude', 'capital', 'geopolitical_zone'],
}

/** Reads a file of areas. Adds every error to `problems`. */
export function readPlaceSheet(sheet: Sheet, problems: string[]) {
  return readSheet(sheet, areaColumns, problems, (cells) => ({
    state: cells.text('state', 40),
    area: cells.text('area', 80),
    lga: cells.text('lga', 80),
    latitude: cells.decimal('latitude', 4, 14),
    longitude: cells.decimal('longitude', 2, 15),
    capital: cells.text('capital', 80),
    geopoliticalZone: cells.text('geopolitical_zone', 40),
  }))
}

/** Inserts or updates areas. */
export async function importPlaces(tx: Tx, places: readonly PlaceInput[]): Promise<void> {
  for (let start = 0; start < places.length; start += batch)
    await upsertPlaces(tx, places.slice(start, start + batch))
}

/** Inserts or updates departments with the category under which patients see their tests. */
export async function importDepartments(tx: Tx, departments: ReadonlyMap<string, string>): Promise<void> {
  const rows = [...departments].map(([name, category]) => ({ name, category }))
  if (rows.length > 0) await upsertDepartments(tx, rows)
}

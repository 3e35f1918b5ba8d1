import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'

/** An area of Nigeria. */
export type PlaceInput = {
  readonly state: string
  readonly area: string
  readonly lga: string
  readonly latitude: number
  readonly longitude: number
  readonly capital: string
  readonly geopoliticalZone: string
}

const columns = { needed: ['state', 'area', 'lga', 'latitude', 'longitude', 'capital', 'geopolitical_zone'] }

/** Reads a file of areas. Adds every error to `problems`. */
export function readPlaceSheet(sheet: Sheet, problems: string[]): PlaceInput[] {
  return readSheet(sheet, columns, problems, (cells) => ({
    state: cells.text('state', 40),
    area: cells.text('area', 80),
    lga: cells.text('lga', 80),
    latitude: cells.decimal('latitude', 4, 14),
    longitude: cells.decimal('longitude', 2, 15),
    capital: cells.text('capital', 80),
    geopoliticalZone: cells.text('geopolitical_zone', 40),
  }))
}

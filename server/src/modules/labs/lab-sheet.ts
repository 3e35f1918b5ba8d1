import { addDays, emailPattern, kobo, type LagosDate, normalisePhone, phoneProblem } from '@labalaba/contract'
import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'
import type { Cells } from '../../infra/files/spreadsheet-cells.ts'
import { isAccredited } from './policy.ts'

/** A lab from a file with its line, its locations in the order of the file, and its price level (for invented prices). */
export type LabLine = Readonly<ReturnType<typeof readLab>> & {
  readonly line: number
  readonly locations: readonly LocationInput[]
}
type LocationInput = Readonly<ReturnType<typeof readLocation>>

/** The context for reading a lab file: the existing departments, and the current day. */
type Surroundings = { readonly departments: readonly string[]; readonly today: LagosDate }

const labColumns = {
  needed: [
    ...['slug', 'name', 'founded_year', 'about', 'accreditation', 'departments', 'home_collection'],
    ...['collection_fee_ngn', 'email', 'phone', 'registration_number'],
  ],
  optional: [
    ...['price_factor', 'turnaround_factor', 'registration_expires_on', 'registration_expires_in_days'],
    ...['quality_assessment', 'iso_scope'],
  ],
}

const locationColumns = {
  needed: [
    ...['lab_slug', 'branch_name', 'address', 'landmark', 'area', 'state', 'latitude', 'longitude'],
    ...['opening_hours', 'departments_offered'],
  ],
  optional: ['collection_fee_ngn'],
}

/** The home visit fee if a lab offers home visits but names no fee: ₦7,000. */
const usualFee = kobo(700_000)
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Reads a file of labs and the file of their locations. Adds every error in either to `problems`. */
export function readLabSheets(
  labs: Sheet,
  locations: Sheet,
  around: Surroundings,
  problems: string[],
): LabLine[] {
  const found = readSheet(labs, labColumns, problems, (cells) => ({ cells, ...readLab(cells, around) }))
  const bySlug = new Map<string, LocationInput[]>(found.map((lab) => [lab.slug, []]))
  const departments = new Map(found.map((lab) => [lab.slug, lab.departments]))
  refuseRepeats(found)
  readSheet(locations, locationColumns, problems, (cells) => {
    const labSlug = cells.text('lab_slug', 120)
    const location = readLocation(cells, departments.get(labSlug) ?? around.departments)
    const others = bySlug.get(labSlug)
    if (!others) return cells.wrong('lab_slug', 'the file of labs has no such slug')
    if (others.some(({ address }) => folded(address) === folded(location.address)))
      cells.wrong('address', 'this lab has a location there already')
    others.push(location)
  })
  return found.map(({ cells, ...lab }) => {
    const own = bySlug.get(lab.slug) ?? []
    if (own.length === 0) cells.problem(`${lab.slug} has no location in the file of locations`)
    return { ...lab, line: cells.line, locations: own }
  })
}

function readLab(cells: Cells, around: Surroundings) {
  const slug = cells.matching('slug', slugPattern, 'give small letters, digits and single hyphens')
  if (slug.length > 120) cells.problem('slug is longer than 120 characters')
  const accreditation = cells.text('accreditation', 120)
  const departments = readDepartments(cells, 'departments', around.departments)
  return {
    slug,
    name: cells.text('name', 160),
    foundedYear: cells.optionalWhole('founded_year', 1800, Number(around.today.slice(0, 4))),
    about: cells.optionalText('about', 1000),
    accreditation,
    priceFactor: cells.optionalDecimal('price_factor', 0.1, 10) ?? 1,
    turnaroundFactor: cells.optionalDecimal('turnaround_factor', 0.1, 10) ?? 1,
    departments,
    homeCollection: cells.yesNo('home_collection'),
    collectionFeeKobo: cells.optionalNaira('collection_fee_ngn', 0) ?? usualFee,
    email: cells.matching('email', emailPattern, 'give an email address').toLowerCase(),
    phone: readPhone(cells),
    registrationNumber: cells.text('registration_number', 60),
    registrationExpiresOn: readExpiry(cells, around.today),
    qualityAssessment: cells.optionalText('quality_assessment', 160),
    isoScope: readScope(cells, accreditation, departments),
  }
}

function readLocation(cells: Cells, departments: readonly string[]) {
  return {
    name: cells.text('branch_name', 160),
    address: cells.text('address', 300),
    landmark: cells.optionalText('landmark', 160),
    area: cells.text('area', 80),
    state: cells.text('state', 40),
    latitude: cells.optionalDecimal('latitude', -90, 90),
    longitude: cells.optionalDecimal('longitude', -180, 180),
    openingHours: cells.matching(
      'opening_hours',
      hoursPattern,
      'write it as Mon-Fri 08:00-18:00; Sat 09:00-13:00',
    ),
    departments: readDepartments(cells, 'departments_offered', departments),
    collectionFeeKobo: cells.optionalNaira('collection_fee_ngn', 0),
  }
}

const day = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const time = '([01]\\d|2[0-4]):[0-5]\\d'
const segment = `${day}(-${day})? ${time}-${time}`
const hoursPattern = new RegExp(`^${segment}(; ${segment})*$`)

function readDepartments(cells: Cells, column: string, known: readonly string[]): string[] {
  const departments = cells.list(column)
  const strange = departments.filter((department) => !known.includes(department))
  if (departments.length === 0)
    cells.problem(`${column} is empty; part departments with a bar: ${known.join('|')}`)
  if (strange.length > 0)
    cells.problem(`${column} has ${strange.join(', ')}; the choice is ${known.join(', ')}`)
  return departments
}

/**
 * The departments that an ISO 15189 accreditation covers. It requires the accreditation, and only allows the lab's own
 * departments.
 */
function readScope(cells: Cells, accreditation: string, departments: readonly string[]): string[] {
  if (cells.isEmpty('iso_scope')) return []
  if (!isAccredited({ accreditation }))
    cells.problem('iso_scope is given; name ISO 15189 in accreditation, or leave it empty')
  return readDepartments(cells, 'iso_scope', departments)
}

function readPhone(cells: Cells): string {
  const phone = normalisePhone(cells.text('phone', 30))
  if (phone && phoneProblem(phone)) cells.wrong('phone', 'give a Nigerian number, such as 0803 123 4567')
  return phone
}

function readExpiry(cells: Cells, today: LagosDate): LagosDate {
  const on = cells.optionalDay('registration_expires_on')
  const inDays = cells.optionalWhole('registration_expires_in_days', -20_000, 20_000)
  if (cells.isEmpty('registration_expires_on') && cells.isEmpty('registration_expires_in_days'))
    cells.problem('registration_expires_on is empty; give the last day of the registration, as YYYY-MM-DD')
  return on ?? addDays(today, inDays ?? 0)
}

function refuseRepeats(labs: readonly { cells: Cells; slug: string; name: string }[]): void {
  for (const column of ['slug', 'name'] as const) {
    const seen = new Map<string, number>()
    for (const { cells, [column]: value } of labs) {
      const before = seen.get(folded(value))
      if (before !== undefined) cells.wrong(column, `line ${before} has it too`)
      seen.set(folded(value), cells.line)
    }
  }
}

function folded(words: string): string {
  return words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

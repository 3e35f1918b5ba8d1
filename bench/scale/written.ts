import { createHash } from 'node:crypto'
import { addDays, type LagosDate } from '@labalaba/contract'
import type { Secret } from '../../server/src/infra/config/secret.ts'
import { hashToken } from '../../server/src/infra/http/session.ts'
import { branchOf } from '../../server/src/modules/accounts/policy.ts'
import type { MadeAccount } from './accounts.ts'
import type { Value } from './copy-repository.ts'
import { departmentsAt } from './offers.ts'
import type { MadeOrder, Stocked } from './orders.ts'

type Row = readonly Value[]

/** The written columns of each table, in the order of `rowOf`. Other columns have their defaults. */
export const columns = {
  lab: [
    ...['id', 'slug', 'name', 'about', 'founded_year', 'accreditation', 'registration_number'],
    ...[
      'registration_expires_on',
      'turnaround_factor',
      'departments',
      'home_collection',
      'collection_fee_kobo',
    ],
    ...['email', 'phone', 'offer_count', 'location_count', 'created_at', 'iso_scope', 'places_folded'],
  ],
  lab_location: [
    ...['id', 'lab_id', 'position', 'name', 'address', 'landmark', 'area', 'state', 'latitude', 'longitude'],
    ...['opening_hours', 'departments', 'collection_fee_kobo'],
  ],
  offer: ['lab_id', 'test_id', 'price_kobo', 'updated_at'],
  price_list: ['lab_id', 'version'],
  account: [
    ...[
      'id',
      'email',
      'password_hash',
      'name',
      'phone',
      'username',
      'address',
      'source',
      'type',
      'branch',
      'state',
    ],
    ...['terms_version', 'privacy_version', 'consented_at', 'created_at'],
  ],
  lab_order: [
    ...[
      'id',
      'reference',
      'account_id',
      'client_reference',
      'request_hash',
      'state',
      'lab_id',
      'location_id',
    ],
    ...['lab_slug', 'lab_name', 'location_name', 'location_address', 'mode', 'patient_name', 'patient_email'],
    ...[
      'patient_phone',
      'patient_gender',
      'patient_born_on',
      'test_count',
      'sub_total_kobo',
      'collection_fee_kobo',
    ],
    ...['total_kobo', 'rate_id', 'lab_share_kobo', 'doctor_share_kobo', 'phlebotomist_share_kobo'],
    ...['platform_share_kobo', 'created_at', 'paid_at', 'expires_at'],
  ],
  lab_order_line: [
    ...['order_id', 'position', 'test_id', 'name', 'price_kobo', 'fasting_hours', 'preparation', 'specimen'],
    ...['turnaround_hours', 'includes'],
  ],
  payment_link: ['id', 'token_hash', 'order_id', 'state', 'created_at', 'expires_at'],
  payment: [
    ...[
      'id',
      'reference',
      'order_id',
      'link_id',
      'payer_email',
      'due_kobo',
      'state',
      'settles_order',
      'captured_kobo',
    ],
    ...['captured_currency', 'fee_kobo', 'channel', 'provider_id', 'started_at', 'paid_at', 'checks'],
  ],
} as const

/** Converts generated records to rows. */
export const rowOf = { lab, locations, offers, account, order, lines, link, payment }

function lab(made: Stocked, today: LagosDate, since: Date): Row {
  const iso = made.accreditation.includes('ISO') ? ['Haematology', 'Clinical chemistry'] : []
  const places = new Set(made.locations.map(({ place }) => place.words))
  return [
    ...[made.id, made.slug, made.name, aboutOf(made), made.foundedYear, made.accreditation],
    ...[`MLSCN/RA/${made.id}`, addDays(today, made.expiresInDays), made.turnaroundFactor],
    ...[made.listing.departments, made.homeCollection, made.collectionFeeKobo],
    ...[`desk@${made.slug.slice(0, 50)}.example`, `2347001${String(made.id).padStart(6, '0')}`],
    ...[made.listing.tests.length, made.locations.length, since, iso, [...places].sort().join('')],
  ]
}

function aboutOf({ name, foundedYear, locations }: Stocked): string {
  const where = locations[0]?.place.area ?? ''
  return `${name} has served ${where} and the towns around it since ${foundedYear}. It opens early for people who come fasting.`
}

function locations(made: Stocked): Row[] {
  return made.locations.map((one) => [
    ...[one.id, made.id, one.position, one.name, one.address, one.landmark, one.place.area, one.place.state],
    ...[one.latitude, one.longitude, one.openingHours, departmentsAt(made.listing, one.lacks)],
    one.collectionFeeKobo,
  ])
}

function offers({ id, listing }: Stocked, since: Date): Row[] {
  return listing.tests.map((test, at) => [id, test.id, listing.prices[at] ?? null, since])
}

type Known = {
  readonly passwordHash: string
  readonly terms_version: string
  readonly privacy_version: string
}

function account(made: MadeAccount, known: Known): Row {
  return [
    ...[
      made.id,
      made.email,
      known.passwordHash,
      made.name,
      made.phone,
      made.username,
      '12 Sample Street, Yaba, Lagos',
    ],
    ...['friend', made.type, branchOf[made.type], 'active', known.terms_version, known.privacy_version],
    ...[made.createdAt, made.createdAt],
  ]
}

function order(made: MadeOrder, rateId: number): Row {
  const { lab, location, patient, shares } = made
  const asked = createHash('sha256').update(made.clientReference).digest()
  return [
    ...[
      made.id,
      made.reference,
      made.accountId,
      made.clientReference,
      asked,
      made.state,
      lab.id,
      location.id,
    ],
    ...[
      lab.slug,
      lab.name,
      location.name,
      location.address,
      'walkin',
      patient.name,
      patient.email,
      patient.phone,
    ],
    ...[patient.gender, patient.bornOn, made.lines.length, made.totalKobo, 0, made.totalKobo, rateId],
    ...[shares.lab, shares.doctor, shares.phlebotomist, shares.platform],
    ...[made.createdAt, made.paidAt, made.expiresAt],
  ]
}

function lines({ id, lines }: MadeOrder): Row[] {
  return lines.map(({ test, priceKobo, turnaroundHours }, at) => [
    ...[id, at + 1, test.id, test.name, priceKobo, test.fastingHours, test.preparation, test.specimen],
    ...[turnaroundHours, test.includes],
  ])
}

const linkStates = { scheduled: 'paid', expired: 'expired', cancelled: 'revoked' } as const

function link({ id, state, createdAt, link: made }: MadeOrder, secret: Secret): Row {
  const token = secret.derive('payment link', made?.id ?? '').toString('base64url')
  return [made?.id ?? null, hashToken(token), id, linkStates[state], createdAt, made?.expiresAt ?? null]
}

function payment({ id, patient, paidAt, totalKobo, link: by, payment: made }: MadeOrder): Row {
  const came = paidAt
    ? [true, totalKobo, 'NGN', made?.feeKobo ?? null, 'card']
    : [false, null, null, null, null]
  return [
    ...[
      made?.id ?? null,
      made?.reference ?? null,
      id,
      made?.byLink ? (by?.id ?? null) : null,
      patient.email,
      totalKobo,
    ],
    ...[paidAt ? 'settled' : 'abandoned', ...came, paidAt ? String(4_000_000_000 + id) : null],
    ...[made?.startedAt ?? null, paidAt, 1],
  ]
}

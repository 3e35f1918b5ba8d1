import { lagosDate, type MembershipForm } from '@labalaba/contract'
import { loadReference } from '../../reference/load.ts'
import type { Db } from '../src/db.ts'
import type { Clock } from '../src/infra/clock.ts'
import { createOperator, createVerifiedAccount, type Hasher } from '../src/modules/accounts/index.ts'
import { importPrices, readPriceSheet, resolvePrices } from '../src/modules/catalogue/index.ts'
import { departmentNames, importLabs, placeMember, readLabSheets } from '../src/modules/labs/index.ts'
import { verifyForDemo } from '../src/modules/licences/index.ts'

/** The one password of the cast. */
export const castPassword = 'agbalumo-in-season'

export const ada = {
  email: 'ada@cast.example',
  name: 'Ada Obi',
  type: 'user',
  phone: '2348030000001',
} as const
export const chidi = {
  email: 'chidi@cast.example',
  name: 'Chidi Eze',
  type: 'user',
  phone: '2348030000002',
} as const
export const drBello = {
  email: 'bello@cast.example',
  name: 'Dr Bello',
  type: 'doctor',
  phone: '2348030000003',
} as const
export const ops = {
  email: 'ops@cast.example',
  name: 'Ops Ajayi',
  type: 'operator',
  phone: '2348030000004',
} as const
/** Runs Yaba Lab: every duty except verifying. */
export const sola = {
  email: 'sola@cast.example',
  name: 'Sola Ade',
  type: 'lab',
  phone: '2348030000005',
} as const
/** Verifies at Yaba Lab, and stands at its desk. */
export const tola = {
  email: 'tola@cast.example',
  name: 'Tola Bakare',
  type: 'lab',
  phone: '2348030000007',
} as const
/** Takes samples at home. */
export const femi = {
  email: 'femi@cast.example',
  name: 'Femi Ojo',
  type: 'phlebotomist',
  phone: '2348030000006',
} as const
/** Accounts that signed up by themselves. */
export type Person = typeof ada | typeof chidi | typeof drBello
export type Anybody = Person | typeof ops | typeof sola | typeof tola | typeof femi

/** Yaba: two locations, one with fewer departments, home visits for ₦6,000. */
export const yaba = {
  slug: 'yaba-lab',
  name: 'Yaba Lab',
  main: '1 Herbert Macaulay Way, Yaba',
  annex: '9 Commercial Avenue, Yaba',
} as const
/** Ikeja: no home visits, and one price like Yaba's. */
export const ikeja = { slug: 'ikeja-lab', name: 'Ikeja Lab', main: '22 Oba Akran Avenue, Ikeja' } as const
/** Epe: its registration has expired. */
export const epe = { slug: 'epe-lab', name: 'Epe Lab', main: '3 Lagos Road, Epe' } as const

export const fbc = { name: 'Full blood count', amount: 7000 } as const
export const sugar = { name: 'Fasting blood sugar', amount: 3000 } as const
export const urine = { name: 'Urinalysis', amount: 2500 } as const
export const semen = { name: 'Semen analysis', amount: 9000 } as const

const labHead =
  'slug,name,founded_year,about,accreditation,price_factor,turnaround_factor,departments,home_collection,collection_fee_ngn,email,phone,registration_number,registration_expires_in_days'
const labs = [
  labHead,
  'yaba-lab,Yaba Lab,1999,A lab of the cast.,MLSCN,1.00,1.00,Haematology|Clinical chemistry|Urinalysis and stool chemistry|Microbiology,yes,6000,desk@yaba.example,2347000000101,CAST-1,300',
  'ikeja-lab,Ikeja Lab,2005,A lab of the cast.,MLSCN,1.00,1.00,Haematology|Clinical chemistry,no,,desk@ikeja.example,2347000000102,CAST-2,300',
  'epe-lab,Epe Lab,2010,A lab of the cast.,MLSCN,1.00,1.00,Haematology,yes,7000,desk@epe.example,2347000000103,CAST-3,-5',
].join('\n')

const locationHead =
  'lab_slug,branch_name,address,landmark,area,state,latitude,longitude,opening_hours,departments_offered'
const locations = [
  locationHead,
  'yaba-lab,Yaba Main,"1 Herbert Macaulay Way, Yaba",Near the flyover,Yaba,Lagos,6.5,3.37,Mon-Sun 07:00-19:00,Haematology|Clinical chemistry|Urinalysis and stool chemistry|Microbiology',
  'yaba-lab,Yaba Annex,"9 Commercial Avenue, Yaba",Beside the bank,Yaba,Lagos,6.5,3.37,Mon-Fri 08:00-16:00,Haematology',
  'ikeja-lab,Ikeja Main,"22 Oba Akran Avenue, Ikeja",Opposite the park,Ikeja,Lagos,6.6,3.35,Mon-Fri 08:00-17:00,Haematology|Clinical chemistry',
  'epe-lab,Epe Main,"3 Lagos Road, Epe",By the market,Epe,Lagos,6.58,3.98,Mon-Fri 08:00-16:00,Haematology',
].join('\n')

const prices = [
  'lab_slug,test_code,price_ngn',
  'yaba-lab,fbc,7000',
  'yaba-lab,fbs,3000',
  'yaba-lab,urinalysis,2500',
  'yaba-lab,semen-analysis,9000',
  'ikeja-lab,fbc,7000',
  'ikeja-lab,fbs,3500',
  'epe-lab,fbc,6000',
].join('\n')

/**
 * Puts the reference catalogue, the labs and the people of the cast into a database, through the product’s
 * own operations.
 */
export async function bringOnCast(db: Db, clock: Clock, hasher: Hasher): Promise<void> {
  await loadReference(db)
  await db.transaction().execute(async (tx) => {
    const problems: string[] = []
    const around = { departments: await departmentNames(tx), today: lagosDate(clock.now()) }
    await importLabs(
      tx,
      readLabSheets({ text: labs, name: 'labs' }, { text: locations, name: 'locations' }, around, problems),
      { demo: true, at: clock.now() },
    )
    const lines = readPriceSheet({ text: prices, name: 'prices' }, problems)
    await importPrices(tx, await resolvePrices(tx, lines, problems), clock.now())
    if (problems.length > 0) throw new Error(problems.join('\n'))
  })
  // Many visits of many tests at one time: capacity is tested by the tests of capacity.
  await db.updateTable('lab_location').set({ visit_places: 200 }).execute()
  const known = { password: castPassword, address: 'Yaba, Lagos' }
  for (const person of [ada, chidi, drBello, femi]) {
    const account = await createVerifiedAccount(db, { clock, hasher }, { ...person, ...known })
    // Tests go on for years.
    if (person.type === 'doctor') await verifyForDemo(db, account, clock.now(), 2090)
  }
  for (const [person, duties] of [
    [sola, ['desk', 'scientist', 'manager']],
    [tola, ['verifier', 'desk']],
  ] as const) {
    const account = await createVerifiedAccount(db, { clock, hasher }, { ...person, ...known })
    const work: MembershipForm = {
      lab: yaba.slug,
      duties: [...duties],
      locations: [],
      licence: null,
      qualification: null,
    }
    await db.transaction().execute((tx) => placeMember(tx, account, work))
  }
  await createOperator(db, { clock, hasher }, { ...ops, password: castPassword })
  await sendFemi(db)
}

/** Femi goes to all of Lagos, and to as many visits as the locations take. */
async function sendFemi(db: Db): Promise<void> {
  const { id } = await db
    .selectFrom('staff_member')
    .innerJoin('account', 'account.id', 'staff_member.account_id')
    .where('account.email', '=', femi.email)
    .select('staff_member.id')
    .executeTakeFirstOrThrow()
  await db.insertInto('phlebotomist').values({ staff_id: id, daily_visits: 1200 }).execute()
  await db.insertInto('phlebotomist_area').values({ staff_id: id, state: 'Lagos', area: '' }).execute()
}

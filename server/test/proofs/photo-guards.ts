import { withFile } from '../stored-file.ts'

type Refused = readonly [what: string, statements: readonly string[], guard: string]

/**
 * Photos of tubes that the database refuses; `going` is an order in progress, `over` one that has ended, and
 * `staff` an account.
 */
export function photoGuards(going: string, over: string, staff: string): Refused[] {
  const visit = `insert into collection (order_id, state, visit_on, visit_time, area_state, area, staff_id, round, opened_at,
      arrived_at, collected_at)
    values (${going}, 'collected', current_date, '09:00', 'Lagos', 'Yaba',
      (select id from staff_member where type = 'phlebotomist'), 1, now() + interval '1 day', now(), now())`
  const photo = ({ image = `'by hand'::bytea`, ...changes }: Readonly<Record<string, string>> = {}) => {
    const columns: Record<string, string> = {
      id: 'gen_random_uuid()',
      collection_id: 'c.id',
      order_id: 'c.order_id',
      round: 'c.round',
      place: '1',
      account_id: staff,
      hash: `sha256('by hand')`,
      file_id: 'file.id',
      size: 'file.size',
      width: '8',
      height: '8',
      taken_at: 'now()',
      received_at: 'now()',
      ...changes,
    }
    const newest = 'collection c where c.opened_at = (select max(opened_at) from collection)'
    return `${withFile(image, 'image/jpeg')} insert into visit_photo (${Object.keys(columns).join()})
      select ${Object.values(columns).join()} from file, ${newest}`
  }
  const forgotten = `update visit_photo set file_id = null, forgotten_at = now()`
  const isOver = `update lab_order set state = 'results_ready' where id in (select order_id from visit_photo)`
  const changed = (change: string) => [visit, photo(), `update visit_photo set ${change}`]
  const append = 'visit_photo is append-only'
  return [
    ['a fourth photo', [visit, photo({ place: '4' })], 'visit_photo_three'],
    ['two photos at one place', [visit, photo(), photo()], 'visit_photo_collection_id_round_place_key'],
    [
      'one photo written twice',
      [
        visit,
        photo({ id: `'00000000-0000-4000-8000-000000000001'` }),
        photo({ id: `'00000000-0000-4000-8000-000000000001'`, place: '2' }),
      ],
      'visit_photo_pkey',
    ],
    [
      'a photo of 192 kB and a byte',
      [visit, photo({ image: `convert_to(repeat('x', 196609), 'UTF8')` })],
      'visit_photo_sized',
    ],
    ['a photo of nothing', [visit, photo({ image: `''::bytea` })], 'stored_file_sized'],
    ['a photo without what it was', [visit, photo({ hash: `'by hand'::bytea` })], 'visit_photo_hashed'],
    ['a photo that was never there', [visit, photo({ file_id: 'null' })], 'visit_photo_forgotten'],
    [
      'a photo that was kept and forgotten',
      [visit, photo({ forgotten_at: 'now()' })],
      'visit_photo_forgotten',
    ],
    [
      'a photo from ahead',
      [visit, photo({ taken_at: `now() + interval '1 second'` })],
      'visit_photo_taken_before',
    ],
    [
      "a photo of another's order",
      [visit, photo({ order_id: over })],
      'visit_photo_collection_id_order_id_fkey',
    ],
    [
      'a photo of another time of the visit',
      [visit, photo({ round: 'c.round + 1' })],
      'a photo is of a visit',
    ],
    [
      'a photo before the door was opened',
      [
        visit,
        `update collection set state = 'on_the_way', collected_at = null, arrived_at = null where opened_at = (select max(opened_at) from collection)`,
        photo(),
      ],
      'a photo is of a visit',
    ],
    [
      'a photo of a missed visit',
      [
        visit,
        `update collection set state = 'missed', collected_at = null, missed_reason = 'declined' where opened_at = (select max(opened_at) from collection)`,
        photo(),
      ],
      'a photo is of a visit',
    ],
    ['another picture', changed('file_id = gen_random_uuid()'), append],
    ['another time of a photo', changed(`taken_at = now() - interval '1 hour'`), append],
    ['another hand at a photo', changed('account_id = account_id + 1'), append],
    ['a photo of another visit', changed('collection_id = gen_random_uuid()'), append],
    [
      'a photo forgotten with who took it',
      [visit, photo(), isOver, `${forgotten}, account_id = account_id + 1`],
      append,
    ],
    ['a photo forgotten twice', [visit, photo(), isOver, forgotten, forgotten], append],
    [
      'a picture brought back',
      [
        visit,
        photo(),
        isOver,
        forgotten,
        `update visit_photo set file_id = gen_random_uuid(), forgotten_at = null`,
      ],
      append,
    ],
    ['a photo forgotten while its order goes on', [visit, photo(), forgotten], 'while its order goes on'],
    ['a photo taken away', [visit, photo(), 'delete from visit_photo'], append],
    ['all photos taken away', ['truncate visit_photo'], append],
  ]
}

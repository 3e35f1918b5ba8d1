import type { Statement } from './store.ts'

/** A lab of a list, in the columns that the list shows. */
export type BareLab = Readonly<Record<string, unknown>> & {
  readonly active: boolean
  readonly registrationExpiresOn: string
}

const columns = `lab.name, lab.slug, coalesce(main.address, '') as address, coalesce(main.area, '') as area,
  coalesce(main.state, '') as state, exists (select from favourite where account_id = $1 and lab_id = lab.id) as "isFavorite",
  lab.offer_count as "testCount", lab.location_count as "locationCount", lab.home_collection as "homeCollection",
  lab.accreditation, lab.registration_number as "registrationNumber", lab.registration_expires_on as "registrationExpiresOn",
  lab.quality_assessment as "qualityAssessment", lab.iso_scope as "isoScope", lab.active, lab.demo as "sampleData"`

/** One page of the labs by name. Parameters: account, limit, offset. */
export const labsByName: Statement = {
  name: 'labs-by-name',
  text: `select ${columns}
    from (select id, name_folded from lab where active and offer_count > 0
      order by name_folded, id limit $2 offset $3) page join lab using (id)
    left join lateral (select address, area, state from lab_location
      where lab_id = lab.id and active order by position, id limit 1) main on true
    order by page.name_folded, page.id`,
}

/**
 * One page of the labs that have every word in their name or places, names first. Parameters: account, limit, offset, the
 * full text, the words.
 */
export function labsNamed(words: number): Statement {
  const each = Array.from({ length: words }, (_, at) => `$${at + 5}::text`)
  const inName = each.map((word) => `lab.name_folded like '%' || ${word} || '%'`)
  const inPlaces = each.map((word) => `lab.places_folded like '% ' || ${word} || '%'`)
  const there = each.map(
    (word) => `(place_words(l.area, l.state, '') like '% ' || ${word} || '%')::int
      + (place_words(l.area, l.state, place.lga) like '% ' || ${word} || '%')::int`,
  )
  const nearness = `case when lab.name_folded = $4 then 0 when lab.name_folded like $4 || '%' then 1
    when lab.name_folded like '% ' || $4 || '%' then 2 when ${inName.join(' and ')} then 3 else 4 end`
  return {
    name: `labs-named-${words}`,
    text: `select ${columns}
      from (select id, row_number() over (order by ${nearness}, name_folded, id) as place from lab
        where active and offer_count > 0 and ${inName.map((name, at) => `(${name} or ${inPlaces[at]})`).join(' and ')}
        order by place limit $2 offset $3) page join lab using (id)
      left join lateral (select address, l.area, l.state from lab_location l
        left join place on place.state = l.state and place.area = l.area
        where l.lab_id = lab.id and l.active order by ${there.join(' + ')} desc, l.position, l.id limit 1) main on true
      order by page.place`,
  }
}

/** What a lab offers. Parameter: its slug. */
export const offersOfLab: Statement = {
  name: 'offers-of-lab',
  text: `select test.name as "testName", test.kind, test.category, offer.price_kobo as amount, test.code,
      test.also_known_as as "alsoKnownAs", test.summary, array(select member.name from package_test
        join test member on member.id = package_test.test_id where package_test.package_id = test.id
        order by package_test.position) as includes, test.department, test.departments, test.specimen,
      test.fasting_hours as "fastingHours", test.preparation,
      coalesce(offer.turnaround_hours, ceil(test.turnaround_hours * lab.turnaround_factor)::int) as "turnaroundHours",
      test.home_collection and offer.at_home as "homeCollection", test.sex, test.popular_rank as "popularRank"
    from lab join offer on offer.lab_id = lab.id and offer.active join test on test.id = offer.test_id
    where lab.slug = $1 and lab.active order by test.popular_rank nulls last, test.name_folded`,
}

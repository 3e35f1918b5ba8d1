import type { Statement } from './store.ts'

const columns = `test.code, test.name, test.also_known_as as "alsoKnownAs", test.kind, test.category, test.department,
  test.departments, test.summary, test.specimen, test.fasting_hours as "fastingHours", test.preparation,
  test.turnaround_hours as "turnaroundHours", test.home_collection as "homeCollection", test.sex,
  test.popular_rank as "popularRank", array(select member.name from package_test
    join test member on member.id = package_test.test_id where package_test.package_id = test.id
    order by package_test.position) as includes, test_market.lab_count as "labCount",
  test_market.price_from_kobo as "priceFrom", test_market.price_to_kobo as "priceTo"`

/**
 * One page of the tests whose name matches, begins with the text, or has every word. Parameters: limit, offset, the full
 * text, the text without spaces, words. The ranks are the product's, without its purposes and similarity search.
 */
export const testsNamed: Statement = {
  name: 'tests-named',
  text: `select ${columns} from (
      select test.id, coalesce((select min(case when replace(key, ' ', '') = $4 then 0
            when key like $3 || '%' or replace(key, ' ', '') like $4 || '%' then 1
            when key like '% ' || $3 || '%' then 2 end) from unnest(search_keys) as key),
          (select case when bool_and(' ' || own.words like '% ' || word || '%') then 3
            when bool_and(' ' || own.words || coalesce(purposes.words, '') like '% ' || word || '%') then 4
            when bool_and(length(word) > 2 and own.words like '%' || word || '%') then 5 end
            from unnest($5::text[]) as word)) as rank
      from test cross join lateral (select array_to_string(search_keys, ' ') as words) own
        left join (select purpose_test.test_id, string_agg(' ' || purpose.search_key, '') as words
          from purpose_test join purpose on purpose.code = purpose_test.purpose_code group by 1) purposes
          on purposes.test_id = test.id) found
    join test using (id) join test_market on test_market.test_id = test.id
    where found.rank is not null
    order by found.rank, test.popular_rank nulls last, length(test.name) * abs(sign(found.rank)), test.name_folded
    limit $1 offset $2`,
}

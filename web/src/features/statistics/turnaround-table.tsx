import type { TestTurnaround } from '@labalaba/contract'
import { Bar } from '../../components/chart/bar.tsx'
import * as copy from '../../copy/statistics.ts'
import { fill } from '../../lib/fill.ts'
import { hoursWords, longestOf, shareWords, tookWords } from './policy.ts'

/** The turnaround of each test next to the promised time, the most frequent test first. */
export function TurnaroundTable({ tests }: { tests: readonly TestTurnaround[] }) {
  const longest = longestOf(tests)
  return (
    <>
      <p aria-hidden="true" className="text-small text-muted mb-3 flex flex-wrap gap-x-4 gap-y-1">
        <Key className="bg-indigo h-3 w-5" words={copy.halfOfResults} />
        <Key className="bg-marigold h-3 w-5" words={copy.nineInTen} />
        <Key className="bg-ink h-4 w-0.75" words={copy.promised} />
      </p>
      <table className="w-full">
        <caption className="sr-only">{copy.turnaroundCaption}</caption>
        <thead className="max-md:sr-only">
          <tr className="text-small text-muted text-left">
            {[copy.headTest, copy.headTime, copy.promised, copy.inTime].map((head) => (
              <th key={head} scope="col" className="py-2 pr-4 font-normal last:pr-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-hair border-hair divide-y border-t">
          {tests.map((one) => (
            <Row key={one.test} one={one} longest={longest} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({ one, longest }: { one: TestTurnaround; longest: number }) {
  const { test, promisedHours, medianHours, ninthHours, due, inTime, received, released } = one
  return (
    <tr className="align-top max-md:block max-md:py-3">
      <th scope="row" className="text-left max-md:block md:w-1/4 md:py-3 md:pr-4">
        {test}
        <span className="text-small text-muted figures block font-normal">
          {fill(copy.outOf, { released, received })}
        </span>
      </th>
      <td className="max-md:block md:py-3 md:pr-4">
        {medianHours === null || ninthHours === null ? null : (
          <Bar
            share={medianHours / longest}
            behind={ninthHours / longest}
            mark={promisedHours === null ? null : promisedHours / longest}
          />
        )}
        <span className="text-small">{tookWords(one)}</span>
      </td>
      <td className="figures text-small max-md:inline-block max-md:pr-4 md:py-3 md:pr-4 md:whitespace-nowrap">
        <span className="md:sr-only">{copy.promised} </span>
        {promisedHours === null ? copy.differs : hoursWords(promisedHours)}
      </td>
      <td className="figures text-small max-md:inline-block md:py-3 md:whitespace-nowrap">
        <span className="md:sr-only">{copy.inTime} </span>
        {due === 0 ? copy.noneDue : shareWords(inTime, due)}
      </td>
    </tr>
  )
}

function Key({ className, words }: { className: string; words: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className={className} />
      {words}
    </span>
  )
}

import type { PriceChangeLine } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { LinkButton } from '../../components/button.tsx'
import { BackLink, Pagination } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/price-lists.ts'
import * as shared from '../../copy/shared.ts'
import { Decision, ViewOnly } from '../../features/price-lists/decision.tsx'
import { changeName, countsWords, lineWords } from '../../features/price-lists/policy.ts'
import { forgetPrices, usePriceChange, usePriceDesk } from '../../features/price-lists/queries.ts'
import { isUnknown } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

const columns = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6'

/** A price change of a lab, for its managers. */
export function PriceChangePage() {
  useTitle(copy.changeTitle)
  useDensity('compact')
  const { id = '' } = useParams()
  const [page, setPage] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const cache = useQueryClient()
  const query = usePriceChange(id, page)
  const again = () => void query.refetch()
  const mayOnlyRead = usePriceDesk().data?.data.mayChange === false
  if (isUnknown(query.error))
    return (
      <EmptyState
        headingLevel="h1"
        title={copy.noChangeTitle}
        picture={magnifier}
        action={
          <LinkButton look="primary" wide to="/portal/lab/prices">
            {copy.seePrices}
          </LinkButton>
        }
      >
        {copy.noChange}
      </EmptyState>
    )
  const answer = query.data
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab/prices">{copy.pricesTitle}</BackLink>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {answer ? changeName(answer.data.change) : copy.changeTitle}
        </h1>
        <p className="text-muted min-h-5">
          {answer ? countsWords(answer.data.change.counts) : ''}
          {answer && answer.data.change.counts.unchanged > 0
            ? `; ${plural(copy.testsUnchanged, answer.data.change.counts.unchanged)}`
            : ''}
        </p>
      </div>
      {answer ? (
        <div className={columns}>
          <div className="lg:order-last">
            {mayOnlyRead && ['preview', 'waiting'].includes(answer.data.change.state) ? (
              <ViewOnly />
            ) : (
              <Decision
                change={answer.data.change}
                onDecided={() => {
                  forgetPrices(cache)
                  // The focused element may have been removed.
                  heading.current?.focus({ preventScroll: true })
                }}
              />
            )}
          </div>
          <section
            aria-label={shared.tests}
            className={`space-y-4 ${query.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            <h2 className="sr-only">{shared.tests}</h2>
            <ChangeLines lines={answer.data.lines} />
            <Pagination
              page={page}
              pages={answer.pagination.totalPages}
              onPage={setPage}
              working={query.isPlaceholderData}
            />
          </section>
        </div>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <div className={columns}>
            <Skeleton className="h-60 w-full lg:order-last" />
            <Skeleton className="h-120 w-full" />
          </div>
        </NotLoaded>
      )}
    </div>
  )
}

const cell = 'px-4 py-2'

/** The old and the new price of each test in a change. */
function ChangeLines({ lines }: { lines: readonly PriceChangeLine[] }) {
  return (
    <div className="rounded-card border-hair bg-card shadow-soft overflow-hidden border">
      <table className="w-full">
        <caption className="sr-only">{copy.linesCaption}</caption>
        <thead>
          <tr className="border-ink border-b text-left">
            <th scope="col" className={`${cell} font-semibold`}>
              {copy.lineTest}
            </th>
            <th scope="col" className="hidden py-2 pl-2 text-right font-semibold sm:table-cell">
              {copy.lineWas}
            </th>
            <th scope="col" className={`${cell} text-right font-semibold`}>
              {copy.lineBecomes}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.code} className="border-hair border-b align-top last:border-0">
              <th scope="row" className={`${cell} text-left font-normal`}>
                <span className="block font-semibold wrap-anywhere">{line.name}</span>
                <span className="text-muted block">{lineWords(line)}</span>
              </th>
              <td className="text-muted figures hidden py-2 pl-2 text-right sm:table-cell">
                {line.price.was === null ? '–' : naira(line.price.was)}
              </td>
              <td className={`${cell} figures text-right font-semibold`}>
                {line.price.becomes === null ? copy.lineStays : naira(line.price.becomes)}
                {line.price.was === null ? null : (
                  <span className="text-muted block font-normal sm:hidden">
                    {fill(copy.lineWasPrice, { price: naira(line.price.was) })}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

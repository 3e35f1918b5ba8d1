import type { ReactNode } from 'react'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/price-lists.ts'
import { ApiFailure } from '../../lib/api.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { NotForThem } from '../operator/not-for-them.tsx'

type DeskQuery<Desk> = {
  readonly data: { readonly data: Desk } | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

type ManagePageProps<Desk> = {
  title: string
  query: DeskQuery<Desk>
  /** Actions on the whole page, next to the title. */
  beside?: ReactNode
  /** Content that is shown before the response comes, too. */
  above?: ReactNode
  /** Placeholder blocks of the size of the content. */
  waiting?: ReactNode
  children: (desk: Desk) => ReactNode
}

/**
 * A page for the managers of a lab: its title, the lab's name, and the server's data. Accounts without access get the
 * not-found page.
 */
export function ManagePage<Desk extends { readonly lab: string }>(props: ManagePageProps<Desk>) {
  const { title, query, beside, above, waiting, children } = props
  useTitle(title)
  useDensity('compact')
  const desk = query.data?.data
  const again = () => void query.refetch()
  if (isNotTheirs(query.error)) return <NotForThem />
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">{copy.worklist}</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h1>{title}</h1>
          <p className="text-muted min-h-5">{desk?.lab}</p>
        </div>
        {beside}
      </div>
      {above}
      {desk ? (
        children(desk)
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          {waiting ?? <Skeleton className="h-120" />}
        </NotLoaded>
      )}
    </div>
  )
}

/** True if their lab has no such thing, or if it needs another duty. */
export function isNotTheirs(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.status === 404 || failure.code === 'not_your_duty')
}

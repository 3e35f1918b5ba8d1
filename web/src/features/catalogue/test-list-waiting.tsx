import { Skeleton } from '../../components/states.tsx'

/** The scrolling frame of the list. */
export const listBox = 'rounded-button border-hair bg-card max-h-[600px] overflow-y-auto border'

/** A placeholder for the list of tests. */
export function TestListSkeleton() {
  return (
    <div className={`${listBox} h-[600px] overflow-hidden`}>
      {['a', 'b', 'c', 'd', 'e'].map((place) => (
        <div key={place} className="border-hair flex h-[121px] justify-between gap-3 border-b p-4">
          <div className="space-y-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-32" />
          </div>
          <div className="flex flex-col items-end justify-between">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-12 w-28" />
          </div>
        </div>
      ))}
    </div>
  )
}

import { Skeleton } from '../../components/states.tsx'

const days = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n']

/** Placeholder blocks of the size of the days to choose from. */
export function SlotBlocks() {
  return (
    <div>
      <Skeleton className="mb-1 h-6 w-12 md:h-7" />
      <div className="flex gap-2 overflow-hidden pb-2 sm:grid sm:grid-cols-7 sm:pb-0">
        {days.map((day) => (
          <Skeleton key={day} className="h-16 w-21 shrink-0 sm:w-auto" />
        ))}
      </div>
    </div>
  )
}

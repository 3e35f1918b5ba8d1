import type { LabSystem } from '@labalaba/contract'
import { clockTime, shortDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/states.tsx'

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const row =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_9rem]'

type ListProps = {
  systems: readonly LabSystem[]
  /** Null if the user may only read. */
  onRevoke: ((system: LabSystem) => void) | null
}

/** The connected systems of a lab, with the start of each key, who created it and when it was last used. */
export function SystemList({ systems, onRevoke }: ListProps) {
  return (
    <ul className={box}>
      {systems.map((system) => (
        <li key={system.id} className={row}>
          <div className="min-w-0">
            <p className={system.revokedAt ? 'text-muted' : 'font-semibold'}>{system.name}</p>
            <p className="text-muted font-mono text-[0.875rem]">{system.keyStart}…</p>
          </div>
          <div className="text-muted order-last col-span-2 lg:order-none lg:col-span-1">
            <p>{usedWords(system)}</p>
            <p>{madeWords(system)}</p>
          </div>
          <div className="col-start-2 row-start-1 flex justify-end lg:col-auto lg:row-auto">
            {system.revokedAt ? (
              <Tag>Revoked</Tag>
            ) : onRevoke ? (
              <Button look="quiet" onClick={() => onRevoke(system)}>
                Revoke<span className="sr-only"> the key of {system.name}</span>
              </Button>
            ) : (
              <Tag tone="ok">Works</Tag>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const moment = (at: string) => `${shortDay(at)} at ${clockTime(at)}`

function usedWords({ lastUsedAt, revokedAt }: LabSystem): string {
  if (lastUsedAt) return `Last used ${moment(lastUsedAt)}`
  return revokedAt ? 'Never used' : 'Not used yet'
}

function madeWords({ madeBy, madeAt, revokedBy, revokedAt }: LabSystem): string {
  const made = `Made by ${madeBy}, ${shortDay(madeAt)}`
  return revokedAt ? `${made}; revoked by ${revokedBy}, ${shortDay(revokedAt)}` : made
}

/** Placeholder rows of the size of systems. */
export function SystemsWaiting() {
  return (
    <div className={box}>
      {['a', 'b'].map((place) => (
        <div key={place} className="space-y-2 px-4 py-3">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </div>
  )
}

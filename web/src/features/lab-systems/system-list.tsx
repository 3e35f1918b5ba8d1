import type { LabSystem } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/lab-systems.ts'
import { fill } from '../../lib/fill.ts'
import { clockTime, shortDay } from '../../lib/format.ts'

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
              <Tag>{copy.revoked}</Tag>
            ) : onRevoke ? (
              <Button look="quiet" onClick={() => onRevoke(system)}>
                {copy.revoke}
                <span className="sr-only"> {fill(copy.revokeWhich, { name: system.name })}</span>
              </Button>
            ) : (
              <Tag tone="ok">{copy.works}</Tag>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const moment = (at: string) => fill(copy.dayAtTime, { day: shortDay(at), time: clockTime(at) })

function usedWords({ lastUsedAt, revokedAt }: LabSystem): string {
  if (lastUsedAt) return fill(copy.lastUsed, { at: moment(lastUsedAt) })
  return revokedAt ? copy.neverUsed : copy.notUsedYet
}

function madeWords({ madeBy, madeAt, revokedBy, revokedAt }: LabSystem): string {
  const made = fill(copy.madeBy, { name: madeBy, day: shortDay(madeAt) })
  if (!revokedAt) return made
  return `${made} ${fill(copy.revokedBy, { name: revokedBy ?? '', day: shortDay(revokedAt) })}`
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

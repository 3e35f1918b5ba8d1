import type { LabSystem } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/lab-systems.ts'
import * as shared from '../../copy/shared.ts'
import { KeyDialog, MakeDialog, RevokeDialog } from '../../features/lab-systems/key-dialogs.tsx'
import { readSystemsAgain, useLabSystems } from '../../features/lab-systems/queries.ts'
import { fill } from '../../lib/fill.ts'
import { clockTime, shortDay } from '../../lib/format.ts'
import { ManagePage } from './manage-page.tsx'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../features/accounts/password-again.tsx')).PasswordAgain,
}))

type Open =
  | { readonly what: 'make' | 'password' }
  | { readonly what: 'key'; readonly key: string }
  | { readonly what: 'revoke'; readonly system: LabSystem }

/** The keys of a lab's connected systems, for its managers. */
export function SystemsPage() {
  const [open, setOpen] = useState<Open | null>(null)
  const [name, setName] = useState('')
  const cache = useQueryClient()
  const query = useLabSystems()
  const desk = query.data?.data
  const close = () => setOpen(null)
  return (
    <>
      <ManagePage
        title={copy.systemsTitle}
        query={query}
        waiting={<SystemsWaiting />}
        beside={
          desk?.mayChange ? (
            <Button
              look="primary"
              onClick={() => {
                setName('')
                setOpen({ what: 'make' })
              }}
            >
              {copy.makeKey}
            </Button>
          ) : null
        }
        above={
          <p className="max-w-column">
            {copy.systemsSay}
            {desk?.mayChange === false ? ` ${copy.systemsByManagers}` : null}
          </p>
        }
      >
        {(desk) =>
          desk.systems.length > 0 ? (
            <SystemList
              systems={desk.systems}
              onRevoke={desk.mayChange ? (system) => setOpen({ what: 'revoke', system }) : null}
            />
          ) : (
            <EmptyState title={copy.noneTitle}>{copy.noneSays}</EmptyState>
          )
        }
      </ManagePage>
      {open?.what === 'make' ? (
        <MakeDialog
          name={name}
          onName={setName}
          onClose={close}
          onAsked={() => setOpen({ what: 'password' })}
          onMade={(key) => {
            setOpen({ what: 'key', key })
            readSystemsAgain(cache)
          }}
        />
      ) : null}
      <Suspense>
        {open?.what === 'password' ? (
          <PasswordAgain
            says={copy.passwordSays}
            button={shared.next}
            onClose={close}
            onGiven={() => setOpen({ what: 'make' })}
          />
        ) : null}
      </Suspense>
      {open?.what === 'key' ? <KeyDialog name={name.trim()} value={open.key} onClose={close} /> : null}
      {open?.what === 'revoke' ? (
        <RevokeDialog
          system={open.system}
          onClose={close}
          onDone={() => {
            close()
            readSystemsAgain(cache)
          }}
        />
      ) : null}
    </>
  )
}

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const row =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_9rem]'

type ListProps = {
  systems: readonly LabSystem[]
  /** Null if the user may only read. */
  onRevoke: ((system: LabSystem) => void) | null
}

/** The connected systems of a lab, with the start of each key, who created it and when it was last used. */
function SystemList({ systems, onRevoke }: ListProps) {
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
function SystemsWaiting() {
  return (
    <SkeletonRows count={2} className={box} row="space-y-2 px-4 py-3" lines={['h-5 w-2/5', 'h-5 w-3/5']} />
  )
}

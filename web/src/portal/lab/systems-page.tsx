import type { LabSystem } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { KeyDialog, MakeDialog, RevokeDialog } from '../../feature/lab-system/key-dialogs.tsx'
import { isForManagers, readSystemsAgain, useLabSystems } from '../../feature/lab-system/queries.ts'
import { SystemList, SystemsWaiting } from '../../feature/lab-system/system-list.tsx'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../feature/result/password-again.tsx')).PasswordAgain,
}))

type Open =
  | { readonly what: 'make' | 'password' }
  | { readonly what: 'key'; readonly key: string }
  | { readonly what: 'revoke'; readonly system: LabSystem }

function OwnSystems() {
  useTitle('Systems')
  useDensity('compact')
  const [open, setOpen] = useState<Open | null>(null)
  const [name, setName] = useState('')
  const cache = useQueryClient()
  const asked = useLabSystems()
  const desk = asked.data?.data
  const close = () => setOpen(null)
  const again = () => void asked.refetch()
  if (isForManagers(asked.error)) return <NotForThem />
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">Worklist</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h1>Systems</h1>
          <p className="text-muted min-h-5">{desk?.lab}</p>
        </div>
        {desk?.mayChange ? (
          <Button
            look="primary"
            onClick={() => {
              setName('')
              setOpen({ what: 'make' })
            }}
          >
            Make a key
          </Button>
        ) : null}
      </div>
      <p className="max-w-column">
        A system of your lab can hand in results with a key. They fill in the sheet; a scientist still checks
        and saves it, and a verifier verifies it. Keys belong to the lab: when somebody leaves who knew one,
        revoke it.
        {desk?.mayChange === false ? ' Whoever manages all of the lab makes and revokes them.' : ''}
      </p>
      {desk ? (
        desk.systems.length > 0 ? (
          <SystemList
            systems={desk.systems}
            onRevoke={desk.mayChange ? (system) => setOpen({ what: 'revoke', system }) : null}
          />
        ) : (
          <EmptyState title="No system yet">
            Results are typed by hand. Make a key for a system to help.
          </EmptyState>
        )
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <SystemsWaiting />
        </Waiting>
      )}
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
            says="A key opens the results of your lab. Your password shows that it is you who asks for one."
            button="Go on"
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
    </div>
  )
}

/** The keys of a lab's own systems, for those who manage it; nobody else finds a page here. */
export function SystemsPage() {
  return useProfile()?.type === 'lab' ? <OwnSystems /> : <NotForThem />
}

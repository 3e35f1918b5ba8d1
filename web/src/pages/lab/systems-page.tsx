import type { LabSystem } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/lab-systems.ts'
import * as shared from '../../copy/shared.ts'
import { KeyDialog, MakeDialog, RevokeDialog } from '../../features/lab-systems/key-dialogs.tsx'
import { readSystemsAgain, useLabSystems } from '../../features/lab-systems/queries.ts'
import { SystemList, SystemsWaiting } from '../../features/lab-systems/system-list.tsx'
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
  const asked = useLabSystems()
  const desk = asked.data?.data
  const close = () => setOpen(null)
  return (
    <>
      <ManagePage
        title={copy.systemsTitle}
        asked={asked}
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

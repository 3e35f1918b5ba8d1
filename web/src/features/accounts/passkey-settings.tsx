import { formatMoment, listPasskeys, nameProblem, type Passkey, removePasskey } from '@labalaba/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { call } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'

/** Adds and removes the passkeys of an account. */
export function PasskeySettings() {
  const cache = useQueryClient()
  const query = usePasskeys()
  const changing = useAct()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const passkeys = query.data?.data.passkeys

  function change(action: () => Promise<void>, words: string): void {
    changing.run(async () => {
      await passwordFirst(action)
      await readPasskeysAgain(cache)
      toast.success(words)
      heading.current?.focus()
    })
  }

  function add(name: string): void {
    setAdding(false)
    change(async () => (await import('../../lib/passkeys.ts')).makePasskey(name), copy.passkeyAdded)
  }

  function remove({ id }: Passkey): void {
    setRemoving(null)
    change(() => dropPasskey(id), copy.passkeyRemoved)
  }
  return (
    <section aria-labelledby="passkeys" className="space-y-4">
      <h2 id="passkeys" ref={heading} tabIndex={-1}>
        {copy.passkeys}
      </h2>
      <p>{copy.passkeysAbout}</p>
      <NotDone failure={changing.failure} title={copy.nothingChanged} />
      {passkeys ? (
        <>
          <ul className="space-y-4">
            {passkeys.map((passkey) => (
              <PasskeyCard
                key={passkey.id}
                passkey={passkey}
                working={changing.working}
                onRemove={() => setRemoving(passkey)}
              />
            ))}
          </ul>
          <Button
            wide
            working={changing.working}
            workingText={copy.oneMoment}
            onClick={() => setAdding(true)}
          >
            {copy.addPasskey}
          </Button>
        </>
      ) : (
        <NotLoaded failure={query.error} onRetry={() => void query.refetch()}>
          <Skeleton className="h-40 w-full" />
        </NotLoaded>
      )}
      {isAdding ? <AddPasskeyDialog onAdd={add} onClose={() => setAdding(false)} /> : null}
      {removing ? (
        <RemoveDialog
          name={removing.name}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </section>
  )
}

type PasskeyCardProps = { passkey: Passkey; working: boolean; onRemove: () => void }

function PasskeyCard({ passkey, working, onRemove }: PasskeyCardProps) {
  const id = useId()
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <Card as="li" labelledBy={id}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 id={id}>{name}</h3>
          <p className="text-small text-muted">
            {fill(copy.passkeyAddedAt, { day: formatMoment(new Date(createdAt)) })}{' '}
            {lastUsedAt
              ? fill(copy.passkeyLastUsed, { day: formatMoment(new Date(lastUsedAt)) })
              : copy.passkeyNotUsed}
          </p>
        </div>
        <Button working={working} onClick={onRemove} aria-describedby={id}>
          {shared.remove}
        </Button>
      </div>
    </Card>
  )
}

type RemoveDialogProps = { name: string; onRemove: () => void; onClose: () => void }

function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  return (
    <ActDialog
      title={fill(copy.removePasskeyTitle, { name })}
      onClose={onClose}
      button={copy.removePasskeyDo}
      look="danger"
      onDo={onRemove}
    >
      <p>{copy.removePasskeyMeans}</p>
    </ActDialog>
  )
}

type AddPasskeyDialogProps = { onAdd: (name: string) => void; onClose: () => void }

/** Asks the user for the name of a new passkey before the browser creates it. */
function AddPasskeyDialog({ onAdd, onClose }: AddPasskeyDialogProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  function add(): void {
    const wrong = nameProblem(name)
    setProblem(wrong)
    if (wrong) document.getElementById('passkey-name')?.focus()
    else onAdd(name.trim())
  }

  return (
    <ActDialog title={copy.addPasskey} onClose={onClose} button={copy.addPasskeyDo} onDo={add}>
      <p>{copy.addPasskeyMeans}</p>
      <Field
        id="passkey-name"
        label={copy.passkeyName}
        optional
        hint={copy.passkeyNameHint}
        autoComplete="off"
        maxLength={60}
        value={name}
        onText={(text) => {
          setName(text)
          setProblem(null)
        }}
        error={problem}
      />
    </ActDialog>
  )
}

/** The passkeys of the signed-in account. */
function usePasskeys() {
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => call(listPasskeys, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Removes a passkey; it can no longer be used to log in. */
async function dropPasskey(passkey: string): Promise<void> {
  await call(removePasskey, { params: { passkey } })
}

function readPasskeysAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['passkeys'] })
}

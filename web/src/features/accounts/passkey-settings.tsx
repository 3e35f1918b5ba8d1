import { formatMoment, type Passkey } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { dropPasskey, readPasskeysAgain, usePasskeys } from './passkey-queries.ts'

/** Adds and removes the passkeys of an account. */
export function PasskeySettings() {
  const cache = useQueryClient()
  const asked = usePasskeys()
  const changing = useAct()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const passkeys = asked.data?.data.passkeys

  function change(deed: () => Promise<void>, words: string): void {
    changing.run(async () => {
      await passwordFirst(deed)
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
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Waiting onRetry={() => void asked.refetch()}>
          <Skeleton className="h-40 w-full" />
        </Waiting>
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
    <Dialog
      title={fill(copy.removePasskeyTitle, { name })}
      onClose={onClose}
      actions={
        <DialogButtons look="danger" onDo={onRemove} onLeave={onClose}>
          {copy.removePasskeyDo}
        </DialogButtons>
      }
    >
      <p>{copy.removePasskeyMeans}</p>
    </Dialog>
  )
}

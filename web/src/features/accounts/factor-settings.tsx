import type { Challenge } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import { useAct } from '../../lib/act.ts'
import { plural } from '../../lib/fill.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'
import {
  type FactorStatus,
  newKey,
  readFactorAgain,
  switchOff,
  switchOn,
  useFactor,
} from './factor-queries.ts'

const FactorSetUp = lazy(async () => ({ default: (await import('./second-factor.tsx')).FactorSetUp }))

/** Switches the second factor on and off, and shows how many recovery codes are left. */
export function FactorSettings() {
  const cache = useQueryClient()
  const asked = useFactor()
  const changing = useAct()
  const [enrol, setEnrol] = useState<Challenge['enrol']>(null)
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const status = asked.data?.data

  function done(words: string | null): void {
    setEnrol(null)
    if (words) toast.success(words)
    void readFactorAgain(cache)
    heading.current?.focus()
  }

  const setUp = () => changing.run(async () => setEnrol(await passwordFirst(newKey)))
  const end = () => {
    setAsking(false)
    changing.run(async () => {
      await passwordFirst(switchOff)
      done(copy.factorIsOff)
    })
  }
  return (
    <section aria-labelledby="second-factor" className="space-y-4">
      <h2 id="second-factor" ref={heading} tabIndex={-1}>
        {copy.factorTitle}
      </h2>
      <NotDone failure={changing.failure} title={copy.nothingChanged} />
      {enrol ? (
        <Suspense>
          <FactorSetUp
            enrol={enrol}
            send={switchOn}
            onDone={() => done(copy.factorIsOn)}
            onLeave={() => done(null)}
          />
        </Suspense>
      ) : status ? (
        <FactorCard
          status={status}
          working={changing.working}
          onSetUp={setUp}
          onEnd={() => setAsking(true)}
        />
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Waiting onRetry={() => void asked.refetch()}>
          <Skeleton className="h-40 w-full" />
        </Waiting>
      )}
      {isAsking ? <EndDialog onEnd={end} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

type FactorCardProps = { status: FactorStatus; working: boolean; onSetUp: () => void; onEnd: () => void }

function FactorCard({ status, working, onSetUp, onEnd }: FactorCardProps) {
  const { isOn, isRequired, recoveryCodesLeft: left } = status
  const codes = plural(copy.recoveryCodesLeft, left)
  if (isRequired)
    return (
      <Card>
        <p>{isOn ? `${copy.staffFactor} ${codes}` : copy.staffFactor}</p>
        <p className="text-muted mt-2">{copy.staffFactorLost}</p>
      </Card>
    )
  return (
    <Card>
      <p>{isOn ? `${copy.factorOn} ${codes}` : copy.factorOff}</p>
      {isOn && left < 4 ? <p className="text-muted mt-2">{copy.factorNewCodes}</p> : null}
      <div className="mt-4">
        <Button wide working={working} workingText={copy.oneMoment} onClick={isOn ? onEnd : onSetUp}>
          {isOn ? copy.factorSwitchOff : copy.factorSetUp}
        </Button>
      </div>
    </Card>
  )
}

function EndDialog({ onEnd, onClose }: { onEnd: () => void; onClose: () => void }) {
  return (
    <Dialog
      title={copy.factorEndTitle}
      onClose={onClose}
      actions={
        <DialogButtons look="danger" onDo={onEnd} onLeave={onClose}>
          {copy.factorSwitchOff}
        </DialogButtons>
      }
    >
      <p>{copy.factorEndMeans}</p>
    </Dialog>
  )
}

import {
  type Challenge,
  confirmSecondFactor,
  endSecondFactor,
  type ReplyOf,
  readSecondFactor,
  startSecondFactor,
} from '@labalaba/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import { useAct } from '../../lib/act.ts'
import { call } from '../../lib/api.ts'
import { plural } from '../../lib/fill.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'

const FactorSetUp = lazy(async () => ({ default: (await import('./second-factor.tsx')).FactorSetUp }))

/** Switches the second factor on and off, and shows how many recovery codes are left. */
export function FactorSettings() {
  const cache = useQueryClient()
  const query = useFactor()
  const changing = useAct()
  const [enrol, setEnrol] = useState<Challenge['enrol']>(null)
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const status = query.data?.data

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
      ) : (
        <NotLoaded failure={query.error} onRetry={() => void query.refetch()}>
          <Skeleton className="h-40 w-full" />
        </NotLoaded>
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
    <ActDialog
      title={copy.factorEndTitle}
      onClose={onClose}
      button={copy.factorSwitchOff}
      look="danger"
      onDo={onEnd}
    >
      <p>{copy.factorEndMeans}</p>
    </ActDialog>
  )
}

type FactorStatus = ReplyOf<typeof readSecondFactor>

/** The second factor of the signed-in account and its recovery codes. */
function useFactor() {
  return useQuery({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => call(readSecondFactor, { signal }),
    staleTime: 3_000,
    retry: false,
  })
}

/** Requests a new key for an authenticator app. */
async function newKey(): Promise<NonNullable<Challenge['enrol']>> {
  return (await call(startSecondFactor)).data.enrol
}

/** Switches the second factor on with the first digits of the app; returns the recovery codes. */
async function switchOn(code: string): Promise<readonly string[]> {
  return (await call(confirmSecondFactor, { body: { code } })).data.recoveryCodes
}

/** Switches the second factor off. */
async function switchOff(): Promise<void> {
  await call(endSecondFactor)
}

function readFactorAgain(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: ['second-factor'] })
}

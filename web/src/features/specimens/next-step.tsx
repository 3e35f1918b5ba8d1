import type { LabOrder } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { KeySign } from '../../components/keys.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimens.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { plural } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { type NextAct, nextAct } from './policy.ts'
import { checkPatientIn, collectAll, receive, saveLabels } from './queries.ts'

const says: Readonly<Record<Exclude<NextAct, null>, { title: string; words: string; button: string }>> = {
  checkIn: {
    title: copy.checkInTitle,
    words: copy.checkInSays,
    button: copy.checkIn,
  },
  attend: {
    title: copy.attendTitle,
    words: copy.attendSays,
    button: copy.attend,
  },
  print: {
    title: copy.printTitle,
    words: copy.printSays,
    button: copy.printLabels,
  },
  collect: {
    title: copy.collectTitle,
    words: copy.collectSays,
    button: copy.collectAll,
  },
  receive: {
    title: copy.receiveTitle,
    words: copy.receiveSays,
    button: copy.receiveAll,
  },
}

/** What the order waits for, if the user has nothing to do. */
function stillWords({ state, stage, mode }: LabOrder): string {
  if (state === 'cancelled') return copy.stillCancelled
  if (stage === 'to_come' && mode === 'sampleCollection') return copy.stillHomeVisit
  if (stage === 'in_lab') return copy.stillInLab
  if (stage === 'done') return copy.stillDone
  return copy.stillOthers
}

/** The title if nothing is to be done with the specimens. */
function stillTitle({ stage }: LabOrder): string {
  if (stage === 'in_lab') return copy.stillInLabTitle
  return stage === 'done' ? copy.stillDoneTitle : copy.stillTitle
}

type NextStepProps = {
  order: LabOrder
  onOrder: (order: LabOrder) => void
  /** The URL of the order's results, once a specimen can be examined. */
  resultsAt: string | null
}

/** The next act on an order, and a print button next to it. */
export function NextStep({ order, onOrder, resultsAt }: NextStepProps) {
  const act = useAct()
  const [isPrinted, setPrinted] = useState(false)
  const next = nextAct(order, isPrinted)

  async function perform(what: Exclude<NextAct, null>): Promise<void> {
    if (what === 'print') {
      await saveLabels(order.reference, 'single')
      setPrinted(true)
      return
    }
    if (what === 'receive') {
      const waiting = order.specimens.filter(({ state }) => state === 'collected')
      const received = await receive(waiting)
      if (received) onOrder(received)
      toast.success(plural(copy.samplesReceived, waiting.length))
      return
    }
    onOrder(await (what === 'checkIn' ? checkPatientIn(order) : collectAll(order)))
    toast.success(what === 'checkIn' ? copy.checkedIn : what === 'attend' ? copy.attended : copy.collectedAll)
  }

  const words = next ? says[next] : null
  return (
    <Card as="section" labelledBy="next">
      <h2 id="next">{words?.title ?? stillTitle(order)}</h2>
      <p className="text-muted max-w-words mt-1">{words?.words ?? stillWords(order)}</p>
      {act.failure ? (
        <div className="mt-3">
          <Banner tone={isOffline(act.failure) ? 'warn' : 'error'} title={copy.stepFailed} announce>
            <p>{isOffline(act.failure) ? copy.stepUnheard : failureWords(act.failure)}</p>
          </Banner>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {next && words ? (
          <Button
            wide
            look="primary"
            working={act.working}
            workingText={copy.working}
            aria-keyshortcuts="n"
            onClick={() => act.run(() => perform(next))}
          >
            {words.button}
            <KeySign letter="n" />
          </Button>
        ) : null}
        {resultsAt ? (
          <LinkButton wide look={words ? 'secondary' : 'primary'} to={resultsAt} aria-keyshortcuts="r">
            {shared.results}
            <KeySign letter="r" />
          </LinkButton>
        ) : null}
        {order.may.collect && next === 'print' ? (
          <Button wide working={act.working} onClick={() => act.run(() => perform('collect'))}>
            {says.collect.button}
          </Button>
        ) : null}
        {order.may.print && next !== 'print' ? (
          <Button
            wide
            working={act.working}
            aria-keyshortcuts="l"
            onClick={() => act.run(() => perform('print'))}
          >
            {copy.printLabels}
            <KeySign letter="l" />
          </Button>
        ) : null}
        {order.may.print ? (
          <Button
            wide
            look="quiet"
            working={act.working}
            onClick={() =>
              act.run(async () => {
                await saveLabels(order.reference, 'sheet')
                setPrinted(true)
              })
            }
          >
            {copy.printSheet}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

import type { LabOrder } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { counted } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { KeySign } from '../../ui/keys/key-sign.tsx'
import { type NextAct, nextAct } from './policy.ts'
import { checkPatientIn, collectAll, receive, saveLabels } from './queries.ts'

const says: Readonly<Record<Exclude<NextAct, null>, { title: string; words: string; button: string }>> = {
  checkIn: {
    title: 'Check the patient in',
    words: 'Ask for the full name and date of birth, and compare them with what stands here.',
    button: 'Check in',
  },
  attend: {
    title: 'See the patient',
    words: 'No sample is taken for this. Say when the patient has been seen.',
    button: 'Patient has been seen',
  },
  print: {
    title: 'Print the labels',
    words: 'Label each container beside the patient, and never before.',
    button: 'Print labels',
  },
  collect: {
    title: 'Take the samples',
    words: 'Say so once every container is filled and labelled.',
    button: 'All samples collected',
  },
  receive: {
    title: 'Receive the samples',
    words: 'Compare the number on each container, and look whether it can be used.',
    button: 'Receive all',
  },
}

/** What the order waits for, if the user has nothing to do. */
function stillWords({ state, stage, mode }: LabOrder): string {
  if (state === 'cancelled') return 'This order is cancelled. The patient is not expected any more.'
  if (stage === 'to_come' && mode === 'sampleCollection')
    return 'A phlebotomist takes the samples at home. They show here when they are collected.'
  if (stage === 'in_lab') return 'Every sample is in the lab, and its results can be entered.'
  if (stage === 'done') return 'The results are out.'
  return 'Somebody with another duty at the lab does what comes next.'
}

/** The title if nothing is to be done with the specimens. */
function stillTitle({ stage }: LabOrder): string {
  if (stage === 'in_lab') return 'The results come next'
  return stage === 'done' ? 'This order is done' : 'Nothing to do here now'
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
      toast.success(`${counted(waiting.length, 'sample')} received`)
      return
    }
    onOrder(await (what === 'checkIn' ? checkPatientIn(order) : collectAll(order)))
    toast.success(
      what === 'checkIn' ? 'Checked in' : what === 'attend' ? 'Patient seen' : 'Samples collected',
    )
  }

  const words = next ? says[next] : null
  return (
    <Card as="section" labelledBy="next">
      <h2 id="next">{words?.title ?? stillTitle(order)}</h2>
      <p className="text-muted max-w-words mt-1">{words?.words ?? stillWords(order)}</p>
      {act.failure ? (
        <div className="mt-3">
          <Banner tone={isOffline(act.failure) ? 'warn' : 'error'} title="That is not done yet" announce>
            <p>
              {isOffline(act.failure)
                ? 'Your network may have dropped. Try again.'
                : failureWords(act.failure)}
            </p>
          </Banner>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {next && words ? (
          <Button
            wide
            look="primary"
            working={act.working}
            workingText="Working"
            aria-keyshortcuts="n"
            onClick={() => act.run(() => perform(next))}
          >
            {words.button}
            <KeySign letter="n" />
          </Button>
        ) : null}
        {resultsAt ? (
          <LinkButton wide look={words ? 'secondary' : 'primary'} to={resultsAt} aria-keyshortcuts="r">
            Results
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
            Print labels
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
            Labels on A4
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

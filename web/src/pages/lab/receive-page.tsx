import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { canScan } from '../../components/scan/reader.ts'
import { signal } from '../../components/scan/signal.ts'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimens.ts'
import { keepLabOrder } from '../../features/specimens/queries.ts'
import { type Outcome, receiveLabel, tidyLabel } from '../../features/specimens/receiving.ts'
import { plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

/** Where lab staff receive samples one after the other. */
export function ReceivePage() {
  useTitle(copy.receivePageTitle)
  useDensity('compact')
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <div>
        <BackLink to="/portal/lab">{copy.worklistTitle}</BackLink>
        <h1>{copy.receivePageTitle}</h1>
      </div>
      <ReceiveDesk />
    </div>
  )
}

const Scanner = lazy(async () => ({ default: (await import('../../components/scan/scanner.tsx')).Scanner }))

/** Receives specimens one after the other: by a scanner that types, by hand, or by camera, which stays open. */
function ReceiveDesk() {
  const [typed, setTyped] = useState('')
  const [scanning, setScanning] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { scanned, take } = useReceiving()
  const received = scanned.filter(({ outcome }) => outcome?.kind === 'received').length
  useEffect(() => {
    if (scanning) return
    // After the page has focused its title, or a closed dialog its opener: the scanner needs the focus in the field.
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [scanning])

  function end(label: string): void {
    take(label)
    setTyped('')
    field.current?.focus()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <Card>
        <Form className="space-y-4" onSubmit={() => end(typed)}>
          <Field
            id="tube"
            ref={field}
            label={copy.labelField}
            hint={copy.labelHint}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={100}
            value={typed}
            onText={setTyped}
            onKeyDown={(event) => {
              // A scanner sends Enter after each label, faster than a button accepts a second press.
              if (event.key !== 'Enter') return
              event.preventDefault()
              end(event.currentTarget.value)
            }}
          />
          <div className="flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
            <Button type="submit" look="primary">
              {copy.receive}
            </Button>
            {canScan() ? <Button onClick={() => setScanning(true)}>{copy.receiveScan}</Button> : null}
          </div>
        </Form>
        {scanning ? null : (
          <div className="mt-6">
            <NewestOutcome scanned={scanned} />
          </div>
        )}
      </Card>
      <ScannedList scanned={scanned} />
      {scanning ? (
        <Suspense>
          <Scanner
            title={copy.receiveScanTitle}
            leave={copy.receiveScanEnd}
            onFound={take}
            onClose={() => setScanning(false)}
          >
            <NewestOutcome scanned={scanned} />
            <p className="text-muted">{plural(copy.samplesReceivedNow, received)}</p>
          </Scanner>
        </Suspense>
      ) : null}
    </div>
  )
}

const tags: Readonly<Record<Outcome['kind'], { words: string; tone: 'ok' | 'warn' | 'error' }>> = {
  received: { words: copy.received, tone: 'ok' },
  before: { words: copy.scannedHereBefore, tone: 'warn' },
  wrong: { words: copy.scannedNotReceived, tone: 'error' },
  unsent: { words: copy.scannedNotSent, tone: 'warn' },
}

/** The outcome of the newest label, large: the user who scans looks up only briefly. */
function NewestOutcome({ scanned }: { scanned: readonly Scanned[] }) {
  const newest = scanned.find((one) => one.outcome !== null)
  const outcome = newest?.outcome
  if (!outcome)
    return (
      <div role="status" className="min-h-24">
        <p className="text-muted">{copy.scannedNothing}</p>
      </div>
    )
  const { tone } = tags[outcome.kind]
  return (
    <div key={newest.id} role={tone === 'error' ? 'alert' : 'status'} className="min-h-24">
      <Banner tone={tone} title={outcome.title}>
        <p>{outcome.words}</p>
      </Banner>
    </div>
  )
}

/** Every label since the page was opened, the newest first. */
function ScannedList({ scanned }: { scanned: readonly Scanned[] }) {
  const received = scanned.filter(({ outcome }) => outcome?.kind === 'received').length
  return (
    <Card as="section" labelledBy="scanned">
      <h2 id="scanned">{copy.scannedTitle}</h2>
      <p className="text-muted mt-1">
        {scanned.length === 0 ? copy.scannedHint : plural(copy.samplesReceived, received)}
      </p>
      <ol className="divide-hair mt-2 divide-y">
        {scanned.map(({ id, label, outcome }) => (
          <li key={id} className="py-2.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="figures font-semibold wrap-anywhere">{label}</span>
              {outcome ? (
                <Tag tone={tags[outcome.kind].tone}>{tags[outcome.kind].words}</Tag>
              ) : (
                <span className="text-muted">{copy.working}</span>
              )}
              {outcome?.reference ? (
                <Link
                  to={`/portal/lab/orders/${encodeURIComponent(outcome.reference)}`}
                  className="min-h-row ml-auto inline-flex min-w-12 items-center justify-end"
                >
                  {shared.order}
                  <span className="sr-only">, {label}</span>
                </Link>
              ) : null}
            </p>
            {outcome ? <p className="text-muted">{outcome.words}</p> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** One scanned label; its outcome follows a moment later. */
type Scanned = { readonly id: number; readonly label: string; readonly outcome: Outcome | null }

/** Receives the labels one at a time, in the order they were scanned. The newest is first in the list. */
function useReceiving() {
  const cache = useQueryClient()
  const [scanned, setScanned] = useState<readonly Scanned[]>([])
  const busy = useRef(Promise.resolve())
  const count = useRef(0)
  const latest = useRef<string | null>(null)

  async function receive(id: number, label: string): Promise<void> {
    const { outcome, order } = await receiveLabel(label, latest.current, new Date())
    if (outcome.kind === 'received') latest.current = outcome.at
    if (order) keepLabOrder(cache, order)
    setScanned((before) => before.map((one) => (one.id === id ? { ...one, outcome } : one)))
    signal(outcome.kind === 'received' ? 'good' : 'bad')
  }

  return {
    scanned,
    take(text: string): void {
      const label = tidyLabel(text)
      if (label === '') return
      count.current += 1
      const id = count.current
      setScanned((before) => [{ id, label, outcome: null }, ...before])
      busy.current = busy.current.then(() => receive(id, label))
    },
  }
}

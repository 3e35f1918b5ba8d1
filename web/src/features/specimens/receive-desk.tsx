import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { canScan } from '../../components/scan/reader.ts'
import * as copy from '../../copy/specimens.ts'
import { plural } from '../../lib/fill.ts'
import { NewestOutcome, ScannedList } from './scanned-list.tsx'
import { useReceiving } from './use-receiving.ts'

const Scanner = lazy(async () => ({ default: (await import('../../components/scan/scanner.tsx')).Scanner }))

/** Receives specimens one after the other: by a scanner that types, by hand, or by camera, which stays open. */
export function ReceiveDesk() {
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
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            end(typed)
          }}
        >
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
        </form>
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

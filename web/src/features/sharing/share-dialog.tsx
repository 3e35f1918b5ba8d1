import type { OwnResult, ShareLife } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/sharing.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { chosenFirst, lives, pdfWords, sensitiveOf } from './policy.ts'
import { type Made, share } from './queries.ts'
import { ShareMade } from './share-made.tsx'

type DialogProps = {
  reference: string
  results: readonly OwnResult[]
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
  onClose: () => void
}

/** Creates a link to results: which ones, how long and for whom; then shows it with its passcode, once. */
export function ShareDialog(props: DialogProps) {
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <ShareMade made={made} onClose={props.onClose} />
  return (
    <Dialog title={copy.shareTitle} onClose={props.onClose}>
      <ShareForm {...props} onMade={setMade} />
    </Dialog>
  )
}

function ShareForm({
  reference,
  results,
  onRefused,
  onMade,
}: DialogProps & { onMade: (made: Made) => void }) {
  const [chosen, setChosen] = useState(() => chosenFirst(results))
  const [lasts, setLasts] = useState<ShareLife>('week')
  const [forWhom, setForWhom] = useState('')
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const [looked, setLooked] = useState(false)
  const making = useAct()
  const sensitive = sensitiveOf(results, chosen)
  const seen = sensitive.map(({ id }) => id)
  // The tick is valid for exactly these results: if they change, it must be set again.
  const isAgreed = agreed.join() === seen.join()
  const lacks = chosen.length === 0 ? 'none' : isAgreed ? null : 'tick'

  function make(): void {
    setLooked(true)
    if (lacks)
      document.getElementById(lacks === 'tick' ? 'share-sensitive' : `share-${results[0]?.id}`)?.focus()
    else
      making.run(async () => {
        try {
          const body = { reports: chosen, lasts, forWhom: forWhom.trim(), sensitive: seen }
          onMade(await share(reference, body))
        } catch (failure) {
          if (!onRefused(failure, make)) throw failure
        }
      })
  }

  return (
    <form
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <p>{fillNodes(copy.shareMeans, { and: <b>{copy.shareMeansAnd}</b> })}</p>
      <p className="text-muted">{pdfWords(results, chosen)}</p>
      <NotDone failure={making.failure} />
      <WhichResults
        results={results}
        chosen={chosen}
        error={looked && lacks === 'none' ? copy.chooseOne : null}
        onChosen={setChosen}
      />
      {sensitive.length > 0 ? (
        <Banner tone="warn" title={copy.sensitiveTitle}>
          <Checkbox
            id="share-sensitive"
            checked={isAgreed}
            onChecked={(on) => setAgreed(on ? seen : [])}
            error={looked && lacks === 'tick' ? copy.sensitiveMissing : null}
          >
            {fill(copy.sensitiveWanted, {
              tests: sensitive
                .map(({ test }) => test)
                .reduce((first, second) => fill(copy.sensitiveAnd, { first, second })),
            })}
          </Checkbox>
        </Banner>
      ) : null}
      <SelectField
        id="share-life"
        label={copy.lifeLabel}
        value={lasts}
        options={lives}
        onChosen={(chosenLife) => setLasts(lives.find(({ value }) => value === chosenLife)?.value ?? 'week')}
      />
      <Field
        id="share-for"
        label={copy.forWhomLabel}
        optional
        hint={copy.forWhomHint}
        maxLength={60}
        autoComplete="off"
        value={forWhom}
        onText={setForWhom}
      />
      <Button type="submit" look="primary" wide working={making.working} workingText={copy.making}>
        {copy.make}
      </Button>
    </form>
  )
}

type WhichProps = {
  results: readonly OwnResult[]
  chosen: readonly string[]
  error: string | null
  onChosen: (ids: string[]) => void
}

/** The choice of results to share; not shown for a single result that is not sensitive. */
function WhichResults({ results, chosen, error, onChosen }: WhichProps) {
  if (results.length === 1 && !results[0]?.sensitive) return null
  const turn = (id: string, on: boolean) =>
    onChosen(results.map((one) => one.id).filter((one) => (one === id ? on : chosen.includes(one))))
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{copy.whichResults}</legend>
      {results.map(({ id, test, sensitive }, place) => (
        <Checkbox
          key={id}
          id={`share-${id}`}
          checked={chosen.includes(id)}
          onChecked={(on) => turn(id, on)}
          error={place === 0 ? error : null}
        >
          {test}
          {sensitive ? <span className="text-muted"> {copy.sensitive}</span> : null}
        </Checkbox>
      ))}
    </fieldset>
  )
}

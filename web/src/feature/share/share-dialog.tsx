import type { OwnResult, ShareLife } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { SelectField } from '../../ui/select-field.tsx'
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
    <Dialog title="Share your results" onClose={props.onClose}>
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
      <p>
        Whoever has the link <b>and</b> its passcode can read these results with the patient’s name, sex and
        age, and save their PDF. You see when it is opened, and can stop it at any time.
      </p>
      <p className="text-muted">{pdfWords(results, chosen)}</p>
      <NotDone failure={making.failure} />
      <WhichResults
        results={results}
        chosen={chosen}
        error={looked && lacks === 'none' ? 'Choose at least one' : null}
        onChosen={setChosen}
      />
      {sensitive.length > 0 ? (
        <Banner tone="warn" title="A sensitive result is among them">
          <Checkbox
            id="share-sensitive"
            checked={isAgreed}
            onChecked={(on) => setAgreed(on ? seen : [])}
            error={looked && lacks === 'tick' ? 'Tick this, or leave the result out' : null}
          >
            I want whoever has the link to read {sensitive.map(({ test }) => test).join(' and ')} too.
          </Checkbox>
        </Banner>
      ) : null}
      <SelectField
        id="share-life"
        label="How long does it work?"
        value={lasts}
        options={lives}
        onChosen={(chosenLife) => setLasts(lives.find(({ value }) => value === chosenLife)?.value ?? 'week')}
      />
      <Field
        id="share-for"
        label="Whom is it for?"
        optional
        hint="Such as Dr Ade. Only you see it, in your list of links."
        maxLength={60}
        autoComplete="off"
        value={forWhom}
        onText={setForWhom}
      />
      <Button type="submit" look="primary" wide working={making.working} workingText="Making the link">
        Make the link
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
      <legend className="mb-1 font-semibold">Which results?</legend>
      {results.map(({ id, test, sensitive }, place) => (
        <Checkbox
          key={id}
          id={`share-${id}`}
          checked={chosen.includes(id)}
          onChecked={(on) => turn(id, on)}
          error={place === 0 ? error : null}
        >
          {test}
          {sensitive ? <span className="text-muted"> (sensitive)</span> : null}
        </Checkbox>
      ))}
    </fieldset>
  )
}

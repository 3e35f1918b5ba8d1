import type { OwnResult, ShareLife } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { CopyBox } from '../../components/copy-box.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { HandOn } from '../../components/hand-on.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/sharing.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { chosenFirst, lives, messageOf, pdfWords, sensitiveOf, spokenPasscode } from './policy.ts'
import { type Made, share } from './queries.ts'

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
    <Form className="space-y-6" onSubmit={make}>
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
    </Form>
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

type MadeProps = { made: Made; onClose: () => void }

/**
 * The link to send, and the passcode to pass on separately. It is not shown again: the dialog closes only once the user
 * confirms having the passcode, or has copied it.
 */
function ShareMade({ made, onClose }: MadeProps) {
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  if (asking)
    return (
      <Dialog key="asking" title={copy.askedTitle} onClose={() => setAsking(false)}>
        <PasscodeBox passcode={made.passcode} onCopied={() => setCopied(true)} />
        <p>{copy.askedText}</p>
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button look="primary" wide onClick={onClose}>
            {copy.passcodeNoted}
          </Button>
          <Button wide onClick={() => setAsking(false)}>
            {copy.backToLink}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog key="made" title={copy.madeTitle} onClose={() => (copied ? onClose() : setAsking(true))}>
      <div className="space-y-3">
        <h3 className="heading-small">{copy.sendLink}</h3>
        <CopyBox
          id="share-link"
          label={copy.link}
          value={made.url}
          what={copy.linkWhat}
          done={copy.linkCopied}
        />
        <HandOn words={messageOf(made.expiresAt)} url={made.url} />
      </div>
      <div className="space-y-3">
        <h3 className="heading-small">{copy.tellPasscode}</h3>
        <PasscodeBox passcode={made.passcode} onCopied={() => setCopied(true)} />
        <p>{fillNodes(copy.tellHow, { onlyNow: <b>{copy.tellOnlyNow}</b> })}</p>
      </div>
      <p className="text-muted">{fill(copy.madeUntil, { time: dayAndTime(made.expiresAt) })}</p>
      <Button look="primary" wide onClick={onClose}>
        {copy.passcodeNoted}
      </Button>
    </Dialog>
  )
}

function PasscodeBox({ passcode, onCopied }: { passcode: string; onCopied: () => void }) {
  return (
    <CopyBox
      id="share-passcode"
      label={copy.passcode}
      value={spokenPasscode(passcode)}
      what={copy.passcodeWhat}
      done={copy.passcodeCopied}
      large
      onCopied={onCopied}
    />
  )
}

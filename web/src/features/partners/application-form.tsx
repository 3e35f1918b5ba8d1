import { applyAsPartner, brand, type PartnerKind } from '@labalaba/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { ErrorSummary, type Problem } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/partners.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, call, failureWords, isOffline } from '../../lib/api.ts'
import { fillNodes } from '../../lib/fill.ts'
import { KindChoice, ReachFields, WhoFields } from './application-fields.tsx'
import { ApplicationSent } from './application-sent.tsx'
import {
  type Application,
  type ApplicationField,
  type ApplicationProblems,
  applicationBody,
  applicationProblems,
  emptyApplication,
  kindWords,
} from './policy.ts'

/** Why the last try failed. */
function NotSent({ failure }: { failure: unknown }) {
  if (!failure) return null
  const many = failure instanceof ApiFailure && failure.code === 'too_many'
  const email = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
  return (
    <ErrorSummary problems={[]}>
      <p className="mt-1">
        {isOffline(failure)
          ? copy.notReached
          : many
            ? fillNodes(copy.notSentTooMany, { email })
            : fillNodes(copy.notSentBecause, { reason: failureWords(failure), email })}
      </p>
    </ErrorSummary>
  )
}

/** A honeypot: a field that users cannot see or reach, so only programs fill it. */
function Trap({ id, value, onText }: { id: string; value: string; onText: (text: string) => void }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor={id}>{copy.trapLabel}</label>
      <input
        id={id}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  )
}

/** One token per content: sending the same form again, after a lost response or a second tap, has no effect. */
function useReference(): (form: Application) => string {
  const kept = useRef({ said: '', reference: '' })
  return (form) => {
    const said = JSON.stringify(form)
    if (kept.current.said !== said) kept.current = { said, reference: newReference() }
    return kept.current.reference
  }
}

/** 128 random bits. `randomUUID` would need HTTPS. */
function newReference(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Makes the browser ask before closing or reloading would lose the typed text, which is not stored on the device. */
function useAskBeforeLeaving(words: boolean): void {
  useEffect(() => {
    if (!words) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [words])
}

type Shown = Record<ApplicationField, boolean>
const everyField: Shown = {
  ...{ name: true, organisation: true, email: true, phone: true, state: true, area: true },
  ...{ message: true, consent: true },
}

/** The errors of the last submit, for the summary: they stay while the user corrects the fields. */
type Refused = { tries: number; problems: ApplicationProblems }

type ApplicationFormProps = {
  kind: PartnerKind
  /** The kinds to choose from, if the page does not set one. */
  kinds?: readonly PartnerKind[]
}

/** The form by which a partner applies. Each field is validated when the user leaves it, not before. */
export function ApplicationForm({ kind, kinds }: ApplicationFormProps) {
  const prefix = useId()
  const idOf = (field: string) => `${prefix}${field}`
  const [form, setForm] = useState(() => emptyApplication(kind))
  const [shown, setShown] = useState<Partial<Shown>>({})
  const [refused, setRefused] = useState<Refused>({ tries: 0, problems: {} })
  const [sent, setSent] = useState(false)
  const referenceFor = useReference()
  const act = useAct()
  const asKind = kinds ? form : { ...form, kind }
  const now = applicationProblems(asKind)
  const errors = only(now, (field) => shown[field] === true)
  useAskBeforeLeaving(!sent && form.name + form.organisation + form.email + form.message !== '')
  const stillRefused = Object.keys(now).some((field) => field in refused.problems)

  function submit(): void {
    setShown(everyField)
    setRefused({ tries: refused.tries + 1, problems: now })
    if (Object.keys(now).length > 0) return
    act.run(async () => {
      await call(applyAsPartner, { body: applicationBody(asKind, referenceFor(asKind)) })
      setSent(true)
    })
  }

  if (sent) return <ApplicationSent form={asKind} />
  const fields = {
    ...{ form: asKind, errors, idOf },
    onChange: (part: Partial<Application>) => setForm((before) => ({ ...before, ...part })),
    onLeave: (field: ApplicationField) => setShown((before) => ({ ...before, [field]: true })),
  }
  return (
    <form
      noValidate
      className="relative space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <NotSent failure={act.failure} />
      {stillRefused ? (
        <ErrorSummary key={refused.tries} problems={problemsOf(refused.problems, idOf)} />
      ) : null}
      {kinds ? <KindChoice kinds={kinds} {...fields} /> : null}
      <WhoFields {...fields} />
      <ReachFields {...fields} />
      <Trap id={idOf('website')} value={form.website} onText={(website) => fields.onChange({ website })} />
      <Checkbox
        id={idOf('consent')}
        checked={form.consent}
        error={errors.consent}
        onChecked={(consent) => fields.onChange({ consent })}
      >
        {copy.consentLabel}{' '}
        <Link to="/privacy-policy" target="_blank" className="inline-flex min-h-12 items-center">
          {copy.privacyPolicy}
        </Link>
      </Checkbox>
      <Button type="submit" look="primary" wide working={act.working} workingText={shared.sending}>
        {kindWords[asKind.kind].send}
      </Button>
    </form>
  )
}

function only(
  problems: ApplicationProblems,
  shows: (field: ApplicationField) => boolean,
): ApplicationProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => shows(field as ApplicationField)))
}

function problemsOf(problems: ApplicationProblems, idOf: (field: string) => string): Problem[] {
  return Object.entries(problems).map(([field, words]) => ({ id: idOf(field), words }))
}

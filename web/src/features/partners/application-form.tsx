import { applyAsPartner, brand, type PartnerKind } from '@labalaba/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { ErrorSummary, type Problem } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { CheckIcon } from '../../components/first-icons.tsx'
import { Form } from '../../components/form.tsx'
import { Link } from '../../components/link.tsx'
import { Timeline } from '../../components/timeline.tsx'
import * as copy from '../../copy/partners.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, call, failureWords, isOffline } from '../../lib/api.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { KindChoice, ReachFields, WhoFields } from './application-fields.tsx'
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
  const submitted = useRef({ form: '', reference: '' })
  return (form) => {
    const sent = JSON.stringify(form)
    if (submitted.current.form !== sent) submitted.current = { form: sent, reference: newReference() }
    return submitted.current.reference
  }
}

/** 128 random bits. `randomUUID` would need HTTPS. */
function newReference(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Makes the browser ask before closing or reloading would lose the typed text, which is not stored on the device. */
function useLeaveWarning(words: boolean): void {
  useEffect(() => {
    if (!words) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [words])
}

type Shown = Record<ApplicationField, boolean>
const everyField: Shown = {
  name: true,
  organisation: true,
  email: true,
  phone: true,
  state: true,
  area: true,
  message: true,
  consent: true,
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
  useLeaveWarning(!sent && form.name + form.organisation + form.email + form.message !== '')
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
    form: asKind,
    errors,
    idOf,
    onChange: (part: Partial<Application>) => setForm((before) => ({ ...before, ...part })),
    onLeave: (field: ApplicationField) => setShown((before) => ({ ...before, [field]: true })),
  }
  return (
    <Form className="relative space-y-6" onSubmit={submit}>
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
    </Form>
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

function nextSteps({ kind, email, phone }: Application) {
  const agreement = {
    lab: copy.nextLab,
    pharmacy: copy.nextPharmacy,
    phlebotomist: copy.nextPhlebotomist,
    doctor: copy.nextDoctor,
  }[kind]
  return [
    {
      title: copy.nextReceived,
      state: 'completed' as const,
      words: fill(copy.nextReceivedSays, { email: email.trim() }),
    },
    {
      title: copy.nextContact,
      state: 'current' as const,
      words: fill(copy.nextContactSays, { phone: phone.replaceAll(' ', '\u00a0') }),
    },
    { title: copy.nextAgree, state: 'upcoming' as const, words: agreement },
  ]
}

/** The application has arrived: what happens next, and what to do now. Takes the focus, as the form is gone. */
function ApplicationSent({ form }: { form: Application }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div className="space-y-6">
      <div className="rounded-card bg-leaf-tint flex items-center gap-4 p-4 md:p-6">
        <span aria-hidden="true" className="drop bg-leaf text-card grid size-14 shrink-0 place-items-center">
          <CheckIcon size={28} strokeWidth={3} />
        </span>
        <div className="min-w-0">
          <h3 ref={title} tabIndex={-1} className="text-leaf">
            {kindWords[form.kind].thanks}
          </h3>
          <p className="mt-1">{copy.nothingToDo}</p>
        </div>
      </div>
      <Timeline label={copy.nextLabel} stages={nextSteps(form)} />
      {form.kind === 'doctor' ? (
        <LinkButton to="/auth/signup/doctor" wide>
          {copy.openDoctorAccount}
        </LinkButton>
      ) : null}
      <p className="text-small text-muted">
        {fillNodes(copy.somethingToAdd, {
          email: (
            <a href={`mailto:${brand.supportEmail}`}>
              <Breakable text={brand.supportEmail} />
            </a>
          ),
        })}
      </p>
    </div>
  )
}

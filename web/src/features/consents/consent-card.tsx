import type { PatientConsent } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/consents.ts'
import { type Act, useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { isUnanswered, openedWords, statusOf } from './policy.ts'
import { give, needsIdentity, withdraw } from './queries.ts'

type CardProps = {
  consent: PatientConsent
  onChanged: () => void
  as?: 'section' | 'li'
}

/** A doctor who books for the user: what they may read, when they read it, and a button to change the consent. */
export function ConsentCard({ consent, onChanged, as = 'section' }: CardProps) {
  const { doctor, patient, reference, state, opened, mayGive } = consent
  const act = useAct()
  const { tag, tone, words } = statusOf(consent)
  const title = `doctor-${reference}`
  const change = (action: () => Promise<void>, done: string) =>
    act.run(async () => {
      await action()
      toast.success(done)
      onChanged()
    })
  return (
    <Card as={as} labelledBy={title}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={title} className="heading-small wrap-anywhere">
          {state === 'asked'
            ? fill(copy.consentQuestion, { doctor, patient })
            : fill(copy.consentOf, { doctor, patient })}
        </h2>
        <Tag tone={tone}>{tag}</Tag>
      </div>
      <p className="mt-1">{words}</p>
      {opened.length > 0 ? (
        <div className="text-small mt-3">
          <p className="font-semibold">{copy.consentOpened}</p>
          <ul className="text-muted list-disc space-y-1 pl-5">
            {opened.map((look) => (
              <li key={look.at}>{openedWords(look)}</li>
            ))}
          </ul>
        </div>
      ) : state === 'given' ? (
        <p className="text-small text-muted mt-3">{copy.consentNotOpened}</p>
      ) : null}
      <div className="mt-4">
        {state === 'given' ? (
          <div className="space-y-4">
            <NotDone failure={act.failure} />
            <Button
              wide
              working={act.working}
              workingText={copy.consentTakingBack}
              onClick={() => change(() => withdraw(reference), fill(copy.consentTakenBack, { doctor }))}
            >
              {copy.consentTakeBack}
              <span className="sr-only">, {doctor}</span>
            </Button>
          </div>
        ) : needsIdentity(act.failure) ? (
          <div className="space-y-4">
            <p>{copy.consentProve}</p>
            <LinkButton look="primary" wide to={`/orders/${encodeURIComponent(reference)}/results`}>
              {copy.consentProveDo}
            </LinkButton>
          </div>
        ) : mayGive ? (
          <ConsentChoice
            doctor={doctor}
            patient={patient}
            act={act}
            onGive={(sensitive) =>
              change(() => give(reference, sensitive), fill(copy.consentGiven, { doctor, patient }))
            }
          />
        ) : (
          <p className="text-muted">{fill(copy.consentNoAccount, { doctor })}</p>
        )}
        {mayGive && isUnanswered(state) ? (
          <Refusal
            doctor={doctor}
            onRefuse={async () => {
              await withdraw(reference)
              toast.success(fill(copy.refused, { doctor }))
              onChanged()
            }}
          />
        ) : null}
      </div>
    </Card>
  )
}

/** Lets the patient say no, below what follows from it. */
export function Refusal({ doctor, onRefuse }: { doctor: string; onRefuse: () => Promise<void> }) {
  const act = useAct()
  return (
    <div className="mt-6 space-y-4">
      <p className="max-w-words">{copy.refuseWhat}</p>
      <NotDone failure={act.failure} />
      <Button wide working={act.working} workingText={copy.choiceGiving} onClick={() => act.run(onRefuse)}>
        {fill(copy.refuseDo, { doctor })}
      </Button>
    </div>
  )
}

type ChoiceProps = {
  doctor: string
  /** The patient whose results they are. */
  patient: string
  act: Act
  onGive: (sensitive: boolean) => void
  /** It is the main act of its screen. */
  primary?: boolean
  /** Further fields above the button. */
  children?: ReactNode
}

/** Asks if a doctor may read. Change `readingConsentVersion` with these words: each answer stores the version shown. */
export function ConsentChoice({ doctor, patient, act, onGive, primary = false, children }: ChoiceProps) {
  const [sensitive, setSensitive] = useState(false)
  return (
    <Form className="space-y-6" onSubmit={() => onGive(sensitive)}>
      <div className="max-w-words">
        <p>{copy.choiceIf}</p>
        <ul className="list-disc space-y-1 pl-6">
          <li>{fill(copy.choiceWhat, { doctor, patient })}</li>
          <li>{copy.choiceHowLong}</li>
          <li>{copy.choiceLooks}</li>
        </ul>
      </div>
      <Checkbox checked={sensitive} onChecked={setSensitive}>
        {copy.choiceSensitive}
      </Checkbox>
      {children}
      <NotDone failure={act.failure} />
      <Button
        type="submit"
        look={primary ? 'primary' : 'secondary'}
        wide
        working={act.working}
        workingText={copy.choiceGiving}
      >
        {fill(copy.choiceGive, { doctor })}
      </Button>
    </Form>
  )
}

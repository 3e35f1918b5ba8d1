import type { PatientConsent } from '@labalaba/contract'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/consents.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { ConsentChoice } from './consent-choice.tsx'
import { openedWords, standingOf } from './policy.ts'
import { asksWho, give, withdraw } from './queries.ts'

type CardProps = {
  consent: PatientConsent
  onChanged: () => void
  as?: 'section' | 'li'
}

/** A doctor who books for the user: what they may read, when they read it, and a button to change the consent. */
export function ConsentCard({ consent, onChanged, as = 'section' }: CardProps) {
  const { doctor, patient, reference, state, opened, mayGive } = consent
  const act = useAct()
  const { tag, tone, words } = standingOf(consent)
  const title = `doctor-${reference}`
  const change = (deed: () => Promise<void>, done: string) =>
    act.run(async () => {
      await deed()
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
        ) : asksWho(act.failure) ? (
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
      </div>
    </Card>
  )
}

import type { LinkedConsent } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { nothingTyped, WhoField, whoAnswer, whoProblem } from '../../ui/who-field.tsx'
import { ConsentChoice } from './consent-choice.tsx'
import { giveLinked, type MailLink } from './queries.ts'

type LinkedChoiceProps = {
  link: MailLink
  consent: Pick<LinkedConsent, 'doctor' | 'asked'>
  onAnswered: (consent: LinkedConsent) => void
}

/** The choice for whoever has the mail: they show that they are the patient, as a mail may go astray. */
export function LinkedChoice({ link, consent: { doctor, asked }, onAnswered }: LinkedChoiceProps) {
  const [typed, setTyped] = useState(nothingTyped)
  const [wrong, setWrong] = useState<string | null>(null)
  const act = useAct()

  async function give(sensitive: boolean): Promise<void> {
    try {
      onAnswered(await giveLinked(link, { sensitive, answer: whoAnswer(asked, typed) }))
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'not_the_patient') throw failure
      setWrong(failure.message)
    }
  }

  function tell(sensitive: boolean): void {
    const problem = whoProblem(asked, typed)
    setWrong(problem)
    if (problem === null) act.run(() => give(sensitive))
  }

  return (
    <ConsentChoice primary doctor={doctor} act={act} onGive={tell}>
      <div className="space-y-4">
        <p className="max-w-words">
          A mail can reach the wrong person, so we ask who you are before anybody may read.
        </p>
        <WhoField
          id="consent"
          asked={asked}
          typed={typed}
          error={wrong}
          onTyped={(next) => {
            setTyped(next)
            setWrong(null)
          }}
        />
      </div>
    </ConsentChoice>
  )
}

import { type LinkedConsent, lagosDate } from '@labalaba/contract'
import { useState } from 'react'
import { BirthField } from '../../components/birth-field.tsx'
import { birthProblem, dateFromParts, noDate } from '../../components/date-of-birth.ts'
import * as copy from '../../copy/consents.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { ConsentChoice } from './consent-choice.tsx'
import { giveLinked, type MailLink } from './queries.ts'

type LinkedChoiceProps = {
  link: MailLink
  consent: Pick<LinkedConsent, 'doctor' | 'patient'>
  onAnswered: (consent: LinkedConsent) => void
}

/** The choice after opening the mail's link. A mail can go astray, so the user must prove to be the patient. */
export function LinkedChoice({ link, consent: { doctor, patient }, onAnswered }: LinkedChoiceProps) {
  const [birth, setBirth] = useState(noDate)
  const [wrong, setWrong] = useState<string | null>(null)
  const act = useAct()

  async function give(sensitive: boolean): Promise<void> {
    try {
      onAnswered(await giveLinked(link, { sensitive, answer: dateFromParts(birth) ?? '' }))
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'not_the_patient') throw failure
      setWrong(failure.message)
    }
  }

  function tell(sensitive: boolean): void {
    const problem = birthProblem(birth, lagosDate(new Date()))
    setWrong(problem)
    if (problem === null) act.run(() => give(sensitive))
  }

  return (
    <ConsentChoice primary doctor={doctor} patient={patient} act={act} onGive={tell}>
      <div className="space-y-4">
        <p className="max-w-words">{fill(copy.linkedWhy, { patient })}</p>
        <BirthField
          id="consent-birth"
          label={copy.dateOfBirth}
          own={false}
          value={birth}
          error={wrong}
          onParts={(next) => {
            setBirth(next)
            setWrong(null)
          }}
        />
      </div>
    </ConsentChoice>
  )
}

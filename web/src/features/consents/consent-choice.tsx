import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/consents.ts'
import type { Act } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'

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
    <form
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        onGive(sensitive)
      }}
    >
      <ul className="max-w-words list-disc space-y-1 pl-6">
        <li>{fill(copy.choiceWhat, { doctor, patient })}</li>
        <li>{copy.choiceHowLong}</li>
        <li>{copy.choiceLooks}</li>
      </ul>
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
    </form>
  )
}

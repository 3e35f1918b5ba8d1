import { type ReactNode, useState } from 'react'
import type { Act } from '../../lib/act.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { NotDone } from '../../ui/not-done.tsx'

type ChoiceProps = {
  doctor: string
  /** Whose results they are. */
  patient: string
  act: Act
  onGive: (sensitive: boolean) => void
  /** The one thing to do on its screen. */
  primary?: boolean
  /** Asked beside it, above the button. */
  children?: ReactNode
}

/** Asks whether a doctor may read. Change `readingConsentVersion` with these words: each answer keeps which were read. */
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
        <li>
          {doctor} reads the results of everything that they book for {patient}, before today too, and of
          nobody else.
        </li>
        <li>It holds for a year. You can take it back at any time, and then nothing more is read.</li>
        <li>Every look is written down, and you see when it was.</li>
      </ul>
      <Checkbox checked={sensitive} onChecked={setSensitive}>
        Also specially protected tests, such as an HIV test
      </Checkbox>
      {children}
      <NotDone failure={act.failure} />
      <Button
        type="submit"
        look={primary ? 'primary' : 'secondary'}
        wide
        working={act.working}
        workingText="Writing it down"
      >
        Let {doctor} read them
      </Button>
    </form>
  )
}

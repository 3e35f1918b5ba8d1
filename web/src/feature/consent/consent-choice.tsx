import { type ReactNode, useState } from 'react'
import type { Act } from '../../lib/act.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { NotDone } from '../../ui/not-done.tsx'

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

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { returnFocus } from '../../components/modal.ts'
import * as shared from '../../copy/shared.ts'
import { hostQuestions, openQuestion, type PasswordQuestion } from '../../lib/password-first.ts'

const PasswordAgain = lazy(async () => ({ default: (await import('./password-again.tsx')).PasswordAgain }))

/** Asks for the password when `passwordFirst` needs it. `says` explains why. */
export function PasswordHost({ says }: { says: string }) {
  const question = useSyncExternalStore(hostQuestions, openQuestion)
  if (!question) return null
  return (
    <Suspense>
      <Question question={question} says={says} />
    </Suspense>
  )
}

/** The password dialog. While it is open, the dialogs below it are inert; afterwards the focus returns. */
function Question({ question, says }: { question: PasswordQuestion; says: string }) {
  useEffect(() => {
    const { covered, focused } = question
    for (const dialog of covered) dialog.setAttribute('inert', '')
    return () => {
      for (const dialog of covered) dialog.removeAttribute('inert')
      returnFocus(focused)
    }
  }, [question])
  return (
    <PasswordAgain
      says={says}
      button={shared.next}
      onGiven={() => question.answer(true)}
      onClose={() => question.answer(false)}
    />
  )
}

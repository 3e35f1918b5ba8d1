import { lazy, Suspense, useSyncExternalStore } from 'react'
import { hostQuestions, openQuestion } from '../../lib/password-first.ts'

const PasswordAgain = lazy(async () => ({ default: (await import('./password-again.tsx')).PasswordAgain }))

/** Asks for the password where `passwordFirst` needs it. `says` tells why. */
export function PasswordHost({ says }: { says: string }) {
  const question = useSyncExternalStore(hostQuestions, openQuestion)
  if (!question) return null
  return (
    <Suspense>
      <PasswordAgain
        says={says}
        button="Continue"
        onGiven={() => question.answer(true)}
        onClose={() => question.answer(false)}
      />
    </Suspense>
  )
}

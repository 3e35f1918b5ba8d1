import type { Challenge } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import padlock from '../../../components/art/padlock.svg'
import { Banner } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { Link } from '../../../components/link.tsx'
import { BackLink } from '../../../components/navigation.tsx'
import { Picture } from '../../../components/states.tsx'
import * as copy from '../../../copy/accounts.ts'
import * as shared from '../../../copy/shared.ts'
import { LoginForm, PasskeyLogin } from '../../../features/accounts/login-form.tsx'
import { startSession } from '../../../features/accounts/queries.ts'
import { useAlive, useTitle } from '../../../lib/hooks.ts'
import { sessionRanOut } from '../../../lib/session.ts'
import { type AuthState, OtherWay, useAuthState } from './auth-state.tsx'

const doneWords = {
  confirmed: copy.emailConfirmed,
  reset: copy.passwordChanged,
} as const satisfies Record<NonNullable<AuthState['done']>, string>

/** Loaded on demand: only staff and accounts that have switched it on have a second factor. */
const SecondFactor = lazy(async () => ({
  default: (await import('../../../features/accounts/second-factor.tsx')).SecondFactor,
}))

/** Email and password, and links for users who have neither. */
export function LoginPage() {
  useTitle(shared.login)
  const navigate = useNavigate()
  const { from, done } = useAuthState()
  const alive = useAlive()
  const [ranOut] = useState(sessionRanOut)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [isOver, setOver] = useState(false)
  if (challenge)
    return (
      <Suspense>
        <h1 className="mb-2">{challenge.enrol ? copy.protectAccount : copy.oneMoreStep}</h1>
        <SecondFactor
          challenge={challenge}
          onPassed={startSession}
          onOver={() => {
            setOver(true)
            setChallenge(null)
          }}
        />
        <Button look="quiet" wide onClick={() => setChallenge(null)}>
          {copy.backToLogin}
        </Button>
      </Suspense>
    )
  return (
    <>
      <BackLink to="/">{copy.backHome}</BackLink>
      <h1 className="mt-1 mb-6">{copy.welcomeBack}</h1>
      {alive && done ? (
        <div className="mb-6">
          <Banner tone="ok" announce>
            <p>{doneWords[done]}</p>
          </Banner>
        </div>
      ) : alive && ranOut ? (
        <div className="mb-6">
          <div className="mb-2 hidden sm:block">
            <Picture src={padlock} small />
          </div>
          <Banner title={copy.sessionExpired} announce>
            <p>{copy.sessionExpiredNext}</p>
          </Banner>
        </div>
      ) : null}
      {isOver ? (
        <div className="mb-6">
          <Banner tone="warn" title={copy.loginAgain} announce>
            <p>{copy.loginTimedOut}</p>
          </Banner>
        </div>
      ) : null}
      <LoginForm
        onChallenge={setChallenge}
        onUnverified={(profile) =>
          navigate(`/auth/otp/${profile.type === 'doctor' ? 'doctor' : 'user'}`, { state: { from } })
        }
      />
      <PasskeyLogin />
      <p className="mt-2 flex flex-wrap gap-x-6">
        <Link to="/auth/forgot-password/user" state={{ from }} className="inline-flex min-h-12 items-center">
          {copy.forgotPasswordLink}
        </Link>
        <Link to="/auth/login-link/user" state={{ from }} className="inline-flex min-h-12 items-center">
          {copy.emailLoginLink}
        </Link>
      </p>
      <OtherWay question={copy.newHere} to="/auth" words={copy.createAccount} />
    </>
  )
}

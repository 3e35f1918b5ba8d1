import type { AccountType } from '@labalaba/contract'
import { Navigate, useNavigate, useParams } from 'react-router'
import { StethoscopeIcon, UserIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import { BackLink } from '../../../components/navigation.tsx'
import * as copy from '../../../copy/accounts.ts'
import * as shared from '../../../copy/shared.ts'
import { CodeDialog } from '../../../features/accounts/code-dialog.tsx'
import { LoginLinkDialog } from '../../../features/accounts/login-link-dialog.tsx'
import { accountTypeIn, readMailLink } from '../../../features/accounts/policy.ts'
import { RegisterForm } from '../../../features/accounts/register-form.tsx'
import { ForgotDialog, ResetDialog } from '../../../features/accounts/reset-dialogs.tsx'
import { TypeChooser } from '../../../features/accounts/type-chooser.tsx'
import { useTitle } from '../../../lib/hooks.ts'
import { OtherWay, useAuthState, useLinkHash } from './auth-state.tsx'

/** Chooses the type of account, before any other question. */
export function ChooserPage() {
  useTitle(copy.chooserTitle)
  const navigate = useNavigate()
  const state = useAuthState()
  return (
    <>
      <BackLink to="/">{copy.backHome}</BackLink>
      <h1 className="mt-1">{copy.chooserTitle}</h1>
      <p className="text-muted mt-2 mb-6">{copy.chooserQuestion}</p>
      <TypeChooser onChosen={(type) => navigate(`/auth/signup/${type}`, { state })} />
      <OtherWay question={copy.haveAccount} to="/auth/login" words={shared.login} />
    </>
  )
}

/** The registration screen. Its dialogs have addresses of their own. */
export function RegisterPage() {
  useTitle(copy.registerTitle)
  const { name, type: typed } = useParams()
  const type = accountTypeIn(typed)
  const navigate = useNavigate()
  const { from } = useAuthState()
  if (!type || !isAuthScreen(name)) return <Navigate to="/auth" replace />
  return (
    <>
      <BackLink to="/auth">{copy.accountType}</BackLink>
      <h1 className="mt-1">{copy.registerTitle}</h1>
      <WhichAccount type={type} />
      <RegisterForm type={type} onRegistered={() => navigate(`/auth/otp/${type}`, { state: { from } })} />
      <OtherWay question={copy.haveAccount} to="/auth/login" words={shared.login} />
      <AuthDialog key={name} screen={name} type={type} />
    </>
  )
}

function WhichAccount({ type }: { type: AccountType }) {
  const { from } = useAuthState()
  const other = type === 'user' ? 'doctor' : 'user'
  const changeTo = other === 'user' ? copy.changeToPersonal : copy.changeToDoctor
  return (
    <div className="rounded-button border-indigo bg-indigo-tint mt-4 mb-6 flex flex-wrap items-center gap-x-3 border-l-6 px-4 py-1">
      <span className="text-indigo">{type === 'user' ? <UserIcon /> : <StethoscopeIcon />}</span>
      <span className="font-semibold">{type === 'user' ? copy.personalAccount : copy.doctorAccount}</span>
      <Link
        to={`/auth/signup/${other}`}
        replace
        state={{ from }}
        aria-label={changeTo}
        className="inline-flex min-h-12 items-center max-sm:ml-auto"
      >
        <span className="sm:hidden">{shared.change}</span>
        <span className="max-sm:hidden">{changeTo}</span>
      </Link>
    </div>
  )
}

const screens = ['signup', 'otp', 'forgot-password', 'reset-password', 'login-link'] as const

type AuthScreen = (typeof screens)[number]

/** Whether a part of an address names one of these screens. */
function isAuthScreen(name: string | undefined): name is AuthScreen {
  return screens.some((screen) => screen === name)
}

/** The dialog of an address, or none for the form itself. */
function AuthDialog({ screen, type }: { screen: AuthScreen; type: AccountType }) {
  const navigate = useNavigate()
  const { from, done } = useAuthState()
  const link = useLinkHash(readMailLink)
  const toLogin = (done?: 'confirmed' | 'reset') =>
    navigate('/auth/login', { replace: done !== undefined, state: { from, done } })

  if (screen === 'otp') {
    return (
      <CodeDialog
        link={link}
        onClose={() => navigate(`/auth/signup/${type}`, { state: { from } })}
        onConfirmed={({ choosesPassword }) =>
          choosesPassword
            ? navigate(`/auth/reset-password/${type}`, { replace: true, state: { from, done: 'confirmed' } })
            : toLogin('confirmed')
        }
      />
    )
  }
  if (screen === 'forgot-password') {
    const onSent = () => navigate(`/auth/reset-password/${type}`, { state: { from } })
    return <ForgotDialog onClose={() => toLogin()} onSent={onSent} />
  }
  if (screen === 'login-link') return <LoginLinkDialog link={link} onClose={() => toLogin()} />
  if (screen === 'reset-password') {
    return (
      <ResetDialog
        link={link}
        justConfirmed={done === 'confirmed'}
        onClose={() => toLogin()}
        onReset={() => toLogin('reset')}
      />
    )
  }
  return null
}

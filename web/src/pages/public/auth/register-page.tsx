import type { AccountType } from '@labalaba/contract'
import { Navigate, useNavigate, useParams } from 'react-router'
import { StethoscopeIcon, UserIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import { BackLink } from '../../../components/navigation.tsx'
import * as copy from '../../../copy/accounts.ts'
import * as shared from '../../../copy/shared.ts'
import { accountTypeIn } from '../../../features/accounts/policy.ts'
import { RegisterForm } from '../../../features/accounts/register-form.tsx'
import { useTitle } from '../../../lib/hooks.ts'
import { AuthDialog, isAuthScreen } from './auth-dialog.tsx'
import { useAuthState } from './auth-state.ts'
import { OtherWay } from './other-way.tsx'

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

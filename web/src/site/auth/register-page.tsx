import type { AccountType } from '@labalaba/contract'
import { Navigate, useNavigate, useParams } from 'react-router'
import { accountTypeIn } from '../../feature/account/policy.ts'
import { RegisterForm } from '../../feature/account/register-form.tsx'
import { useTitle } from '../../lib/hooks.ts'
import { StethoscopeIcon, UserIcon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { BackLink } from '../../ui/navigation.tsx'
import { AuthDialog, isAuthScreen } from './auth-dialog.tsx'
import { useAuthState } from './auth-state.ts'
import { OtherWay } from './other-way.tsx'

/** The registration screen. Its dialogs have addresses of their own. */
export function RegisterPage() {
  useTitle('Create your account')
  const { name, type: typed } = useParams()
  const type = accountTypeIn(typed)
  const navigate = useNavigate()
  const { from } = useAuthState()
  if (!type || !isAuthScreen(name)) return <Navigate to="/auth" replace />
  return (
    <>
      <BackLink to="/auth">Account type</BackLink>
      <h1 className="mt-1">Create your account</h1>
      <WhichAccount type={type} />
      <RegisterForm type={type} onRegistered={() => navigate(`/auth/otp/${type}`, { state: { from } })} />
      <OtherWay question="Already have an account?" to="/auth/login" words="Login" />
      <AuthDialog key={name} screen={name} type={type} />
    </>
  )
}

function WhichAccount({ type }: { type: AccountType }) {
  const { from } = useAuthState()
  const other = type === 'user' ? 'doctor' : 'user'
  return (
    <div className="rounded-button border-indigo bg-indigo-tint mt-4 mb-6 flex flex-wrap items-center gap-x-3 border-l-6 px-4 py-1">
      <span className="text-indigo">{type === 'user' ? <UserIcon /> : <StethoscopeIcon />}</span>
      <span className="font-semibold">{type === 'user' ? 'Personal account' : 'Doctor account'}</span>
      <Link
        to={`/auth/signup/${other}`}
        replace
        state={{ from }}
        className="inline-flex min-h-12 items-center max-sm:ml-auto"
      >
        Change
        <span className="whitespace-pre max-sm:sr-only"> to {other === 'user' ? 'Personal' : 'Doctor'}</span>
      </Link>
    </div>
  )
}

import { brand } from '@labalaba/contract'
import { useNavigate } from 'react-router'
import { TypeChooser } from '../../feature/account/type-chooser.tsx'
import { useTitle } from '../../lib/hooks.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { useAuthState } from './auth-state.ts'
import { OtherWay } from './other-way.tsx'

/** Chooses the type of account, before any other question. */
export function ChooserPage() {
  useTitle('Choose your account type')
  const navigate = useNavigate()
  const state = useAuthState()
  return (
    <>
      <BackLink to="/">Home</BackLink>
      <h1 className="mt-1">Choose your account type</h1>
      <p className="text-muted mt-2 mb-6">How will you use {brand.name}?</p>
      <TypeChooser onChosen={(type) => navigate(`/auth/signup/${type}`, { state })} />
      <OtherWay question="Already have an account?" to="/auth/login" words="Login" />
    </>
  )
}

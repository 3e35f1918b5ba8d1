import { useNavigate } from 'react-router'
import { BackLink } from '../../../components/navigation.tsx'
import * as copy from '../../../copy/accounts.ts'
import * as shared from '../../../copy/shared.ts'
import { TypeChooser } from '../../../features/accounts/type-chooser.tsx'
import { useTitle } from '../../../lib/hooks.ts'
import { useAuthState } from './auth-state.ts'
import { OtherWay } from './other-way.tsx'

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

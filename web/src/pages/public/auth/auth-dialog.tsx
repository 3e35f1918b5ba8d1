import type { AccountType } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CodeDialog } from '../../../features/accounts/code-dialog.tsx'
import { ForgotDialog } from '../../../features/accounts/forgot-dialog.tsx'
import { LoginLinkDialog } from '../../../features/accounts/login-link-dialog.tsx'
import { type MailLink, readMailLink } from '../../../features/accounts/policy.ts'
import { ResetDialog } from '../../../features/accounts/reset-dialog.tsx'
import { useAuthState } from './auth-state.ts'

const screens = ['signup', 'otp', 'forgot-password', 'reset-password', 'login-link'] as const

export type AuthScreen = (typeof screens)[number]

/** Whether a part of an address names one of these screens. */
export function isAuthScreen(name: string | undefined): name is AuthScreen {
  return screens.some((screen) => screen === name)
}

/** Removes the mail link's data from the address bar, where the next user of the device could read it. */
function useMailLink(): MailLink | null {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const state = useAuthState()
  const [link, setLink] = useState(() => readMailLink(hash))
  const found = readMailLink(hash)
  if (found && (found.code !== link?.code || found.email !== link.email)) setLink(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts only when an address with a hash arrives
  useEffect(() => {
    if (hash !== '') navigate(pathname, { replace: true, state })
  }, [hash])
  return link
}

/** The dialog of an address, or none for the form itself. */
export function AuthDialog({ screen, type }: { screen: AuthScreen; type: AccountType }) {
  const navigate = useNavigate()
  const { from, done } = useAuthState()
  const link = useMailLink()
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

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../components/button.tsx'
import { SignOutIcon } from '../components/icons.tsx'
import * as copy from '../copy/app.ts'
import { clearCart } from '../lib/cart.ts'
import { forgetDraft } from '../lib/draft.ts'
import { endSession } from '../lib/session.ts'

const loadLeaving = () => import('../features/accounts/queries.ts')

/** Cleans this device even if the network failed before the rest could be fetched. */
async function leaveNow(): Promise<void> {
  try {
    const { leave } = await loadLeaving()
    leave()
  } catch {
    clearCart()
    forgetDraft()
    endSession()
  }
}

/** Signs out in one tap: immediately on this device, and on the server as soon as it responds. */
export function SignOutButton({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate()
  useEffect(() => {
    loadLeaving().catch(() => undefined)
  }, [])
  return (
    <Button
      wide
      onClick={async () => {
        await leaveNow()
        onDone()
        // Delayed, because the open page first redirects its signed-out visitor to the sign-in page.
        setTimeout(() => navigate('/', { replace: true }))
      }}
    >
      <SignOutIcon />
      {copy.signOut}
    </Button>
  )
}

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { clearCart } from '../lib/cart.ts'
import { forgetDraft } from '../lib/draft.ts'
import { endSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { SignOutIcon } from '../ui/icons.tsx'

const loadLeaving = () => import('../feature/account/queries.ts')

/** Leaves this device clean even where the network went before the rest could be fetched. */
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

/** Signs out in one tap: on this device at once, and on the server as soon as it answers. */
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
        // The page that was open first sends its visitor, who is now nobody, to sign in.
        setTimeout(() => navigate('/', { replace: true }))
      }}
    >
      <SignOutIcon />
      Sign out
    </Button>
  )
}

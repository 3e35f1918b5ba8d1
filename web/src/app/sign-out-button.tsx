import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { SignOutIcon } from '../ui/icons.tsx'

/** Signs out in one tap: on this device at once, and on the server as soon as it answers. */
export function SignOutButton({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate()
  return (
    <Button
      wide
      onClick={async () => {
        const { leave } = await import('../feature/account/queries.ts')
        onDone()
        leave()
        // The page that was open first sends its visitor, who is now nobody, to sign in.
        setTimeout(() => navigate('/', { replace: true }))
      }}
    >
      <SignOutIcon />
      Sign out
    </Button>
  )
}

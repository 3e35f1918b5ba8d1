import { Link } from '../../../components/link.tsx'
import { useAuthState } from './auth-state.ts'

/** A link to the other screen, for users who came to the wrong one. */
export function OtherWay({ question, to, words }: { question: string; to: string; words: string }) {
  const { from } = useAuthState()
  return (
    <p className="border-hair mt-6 border-t pt-4">
      {question}{' '}
      <Link to={to} state={{ from }} className="inline-flex min-h-12 min-w-12 items-center font-semibold">
        {words}
      </Link>
    </p>
  )
}

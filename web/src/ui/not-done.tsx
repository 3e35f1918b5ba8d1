import { failureWords, isOffline } from '../lib/api.ts'
import { Banner } from './banner.tsx'

type NotDoneProps = {
  failure: unknown
  title?: string
  /** What is said where no answer came. */
  unheard?: string
}

/** Why the last try did not work, above what was tried. What was typed is still there. */
export function NotDone({
  failure,
  title = 'This was not done',
  unheard = 'No answer came. Try again when the network is back.',
}: NotDoneProps) {
  if (!failure) return null
  const offline = isOffline(failure)
  return (
    <Banner tone={offline ? 'warn' : 'error'} title={title} announce>
      <p>{offline ? unheard : failureWords(failure)}</p>
    </Banner>
  )
}

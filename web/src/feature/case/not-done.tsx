import { failureWords, isOffline } from '../../lib/api.ts'
import { Banner } from '../../ui/banner.tsx'

/** Says that an act was refused or not heard of; each is done once, however often it is asked for. */
export function NotDone({ failure }: { failure: unknown }) {
  const offline = isOffline(failure)
  return (
    <Banner tone={offline ? 'warn' : 'error'} title="This was not done" announce>
      <p>
        {offline
          ? 'No answer came. Your network may have dropped. You can try again: it is done once.'
          : failureWords(failure)}
      </p>
    </Banner>
  )
}

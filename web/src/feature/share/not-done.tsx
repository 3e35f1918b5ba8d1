import type { ReactNode } from 'react'
import { failureWords, isOffline } from '../../lib/api.ts'
import { Banner } from '../../ui/banner.tsx'

/** Says what was not done, and why. */
export function failureBanner(failure: unknown): ReactNode {
  if (!failure) return null
  const offline = isOffline(failure)
  return (
    <Banner tone={offline ? 'warn' : 'error'} title="This was not done" announce>
      <p>{offline ? 'No answer came. Try again when the network is back.' : failureWords(failure)}</p>
    </Banner>
  )
}

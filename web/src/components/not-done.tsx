import * as copy from '../copy/components.ts'
import { failureWords, isOffline } from '../lib/api.ts'
import { Banner } from './banner.tsx'

type NotDoneProps = {
  failure: unknown
  title?: string
  /** The text if no response came. */
  unheard?: string
}

/** Why the last attempt failed, above the form. What was typed is still there. */
export function NotDone({ failure, title = copy.notDone, unheard = copy.notHeard }: NotDoneProps) {
  if (!failure) return null
  const offline = isOffline(failure)
  return (
    <Banner tone={offline ? 'warn' : 'error'} title={title} announce>
      <p>{offline ? unheard : failureWords(failure)}</p>
    </Banner>
  )
}

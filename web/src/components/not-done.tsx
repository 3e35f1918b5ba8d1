import * as copy from '../copy/components.ts'
import { failureWords, isOffline } from '../lib/api.ts'
import { Banner } from './banner.tsx'

type NotDoneProps = {
  failure: unknown
  title?: string
  /** The text if no response came. */
  offline?: string
}

/** Why the last attempt failed, above the form. What was typed is still there. */
export function NotDone({ failure, title = copy.notDone, offline = copy.notHeard }: NotDoneProps) {
  if (!failure) return null
  const noNetwork = isOffline(failure)
  return (
    <Banner tone={noNetwork ? 'warn' : 'error'} title={title} announce>
      <p>{noNetwork ? offline : failureWords(failure)}</p>
    </Banner>
  )
}

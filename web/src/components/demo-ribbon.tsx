import { useEffect, useState } from 'react'
import * as copy from '../copy/components.ts'
import { useAlive } from '../lib/hooks.ts'
import { storedSite } from '../lib/site.ts'

const askAfter = 1500

/** True in a demo install: immediately if this tab knows it, else once the page has settled and the server was called. */
function useDemo(): boolean {
  const alive = useAlive()
  const [isDemo, setDemo] = useState(false)
  useEffect(() => {
    if (storedSite()) return
    let gone = false
    const ask = async () => {
      const { readSiteOnce } = await import('../lib/read-site.ts')
      const site = await readSiteOnce()
      if (!gone && site) setDemo(site.demo)
    }
    const timer = setTimeout(() => ask().catch(() => undefined), askAfter)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return isDemo || (alive && (storedSite()?.demo ?? false))
}

/**
 * Shows on every page of a demo install that its labs, people and money are invented. It is in free space next to the
 * name, so that it covers and moves nothing; the narrowest phones show its first word.
 */
export function DemoRibbon() {
  if (!useDemo()) return null
  return (
    <p className="rounded-field border-warn bg-warn-tint text-warn ml-1 shrink-0 border px-1.5 text-[0.875rem] leading-6 font-semibold whitespace-nowrap sm:px-2">
      <span aria-hidden="true" className="sm:hidden">
        {copy.demo}
      </span>
      <span className="max-sm:sr-only">{copy.demoData}</span>
    </p>
  )
}

import { useEffect, useState } from 'react'

/** Says on every page of a demonstration that its labs, people and money are made up. It moves nothing. */
export function DemoRibbon() {
  const [demo, setDemo] = useState(false)
  useEffect(() => {
    let gone = false
    const ask = async () => {
      const { readSiteOnce } = await import('../lib/site.ts')
      const site = await readSiteOnce()
      if (!gone && site) setDemo(site.demo)
    }
    const timer = setTimeout(() => ask().catch(() => undefined), 1500)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  if (!demo) return null
  return (
    <p className="motion-appear rounded-b-field border-warn bg-warn-tint text-warn pointer-events-none fixed top-[64px] right-4 z-20 border border-t-0 px-3 pb-0.5 text-[0.875rem] leading-5 font-semibold">
      Demo data
    </p>
  )
}

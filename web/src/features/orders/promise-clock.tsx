import { brand, type Promised } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import * as copy from '../../copy/orders.ts'
import { fill } from '../../lib/fill.ts'
import { promiseWords } from './policy.ts'

/** The promised time of the results: info, then amber, then red, each with its own icon and words. */
export function PromiseClock({ promised, reference }: { promised: Promised; reference: string }) {
  const { tone, title, words } = promiseWords(promised)
  return (
    <Banner tone={tone} title={title}>
      <p>{words}</p>
      {promised.stands === 'late' ? (
        <a
          href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(fill(copy.mailSubject, { reference }))}`}
          className="inline-flex min-h-12 items-center font-semibold"
        >
          <Breakable text={brand.supportEmail} />
        </a>
      ) : null}
    </Banner>
  )
}

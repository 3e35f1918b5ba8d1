import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import type { CartFacts } from './queries.ts'

/** A placeholder for the preparation while the lab's data takes longer than the form can wait. */
export function FactsAwaited({ facts }: { facts: CartFacts }) {
  return (
    <Waiting words={copy.factsLoading} onRetry={() => void facts.again()}>
      <Skeleton className="h-14 w-full" />
    </Waiting>
  )
}

/** The lab's data could not be read. It is no part of `FactsNotice`, which a browser without a network cannot load. */
export function FactsFailed({ facts }: { facts: CartFacts }) {
  return (
    <Banner tone="warn" title={copy.factsFailedTitle}>
      <p>{copy.factsFailed}</p>
      <div className="pt-2">
        <Button onClick={() => void facts.again()}>
          <RefreshIcon />
          {shared.tryAgain}
        </Button>
      </div>
    </Banner>
  )
}

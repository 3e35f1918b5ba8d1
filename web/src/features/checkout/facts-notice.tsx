import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import type { ChosenLab } from '../../lib/cart.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import type { CartFacts } from './queries.ts'

type FactsNoticeProps = { facts: CartFacts; lab: ChosenLab }

/** A placeholder for the preparation while the lab's data takes longer than the form can wait. */
export function FactsAwaited({ facts }: { facts: CartFacts }) {
  return (
    <Waiting words={copy.factsLoading} onRetry={() => void facts.again()}>
      <Skeleton className="h-14 w-full" />
    </Waiting>
  )
}

/** A problem of the lab itself: not reachable, closed to bookings, or moved. */
export function FactsNotice({ facts, lab }: FactsNoticeProps) {
  if (facts.bookable === false) {
    return (
      <Banner tone="error" title={copy.labClosedTitle}>
        <p>{fill(copy.labClosed, { lab: lab.name })}</p>
        <div className="pt-2">
          <LinkButton to="/explore/labs">{copy.findOtherLab}</LinkButton>
        </div>
      </Banner>
    )
  }
  if (facts.failed) {
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
  if (facts.waiting) return null
  if (lab.address === '') {
    return (
      <Banner tone="warn" title={copy.locationMissingTitle}>
        <p>{copy.locationMissing}</p>
        <div className="pt-2">
          <LinkButton to={`/labs/${lab.reference}`}>{copy.chooseLocation}</LinkButton>
        </div>
      </Banner>
    )
  }
  if (!facts.location) {
    return (
      <Banner tone="error" title={copy.locationGoneTitle}>
        <p>{fill(copy.locationGone, { address: lab.address })}</p>
        <div className="pt-2">
          <LinkButton to={`/labs/${lab.reference}`}>{copy.chooseLocation}</LinkButton>
        </div>
      </Banner>
    )
  }
  const { pause, name } = facts.location
  if (pause) {
    return (
      <Banner tone="warn" title={fill(copy.pausedTitle, { location: name })}>
        <p>
          {fill(copy.pausedReason, { reason: pause.words.replace(/\.$/, '') })}{' '}
          {pause.againOn ? `${fill(copy.pausedUntil, { day: longDay(pause.againOn) })} ` : null}
          {copy.pausedKept}
        </p>
        <div className="pt-2">
          <LinkButton to={`/labs/${lab.reference}`}>{copy.chooseOtherLocation}</LinkButton>
        </div>
      </Banner>
    )
  }
  return null
}

import { Banner } from '../../components/banner.tsx'
import { LinkButton } from '../../components/button.tsx'
import * as copy from '../../copy/checkout.ts'
import type { ChosenLab } from '../../lib/cart.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import type { CartFacts } from './queries.ts'

type FactsNoticeProps = { facts: CartFacts; lab: ChosenLab }

/** A problem of the lab itself: closed to bookings, paused, or moved. */
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

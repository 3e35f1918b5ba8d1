import type { ChosenLab } from '../../lib/cart.ts'
import { longDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Skeleton, Waiting } from '../../ui/states.tsx'
import type { CartFacts } from './queries.ts'

type FactsNoticeProps = { facts: CartFacts; lab: ChosenLab }

/** A placeholder for the preparation while the lab's data takes longer than the form can wait. */
export function FactsAwaited({ facts }: { facts: CartFacts }) {
  return (
    <Waiting words="Checking with the lab…" onRetry={() => void facts.again()}>
      <Skeleton className="h-14 w-full" />
    </Waiting>
  )
}

/** A problem of the lab itself: not reachable, closed to bookings, or moved. */
export function FactsNotice({ facts, lab }: FactsNoticeProps) {
  if (facts.bookable === false) {
    return (
      <Banner tone="error" title="This lab cannot take bookings">
        <p>The registration of {lab.name} has expired. Nothing has been booked and nothing has been paid.</p>
        <div className="pt-2">
          <LinkButton to="/explore/labs">Find another lab</LinkButton>
        </div>
      </Banner>
    )
  }
  if (facts.failed) {
    return (
      <Banner tone="warn" title="We could not check with the lab">
        <p>Preparation and home collection are missing here. What you have typed is safe.</p>
        <div className="pt-2">
          <Button onClick={() => void facts.again()}>
            <RefreshIcon />
            Try again
          </Button>
        </div>
      </Banner>
    )
  }
  if (facts.waiting) return null
  if (lab.address === '') {
    return (
      <Banner tone="warn" title="No location is chosen yet">
        <p>Choose where the tests will be done, on the page of the lab.</p>
        <div className="pt-2">
          <LinkButton to={`/labs/${lab.reference}`}>Choose a location</LinkButton>
        </div>
      </Banner>
    )
  }
  if (!facts.location) {
    return (
      <Banner tone="error" title="We could not find this lab location">
        <p>{lab.address} is not among the places of this lab now. Choose a location again.</p>
        <div className="pt-2">
          <LinkButton to={`/labs/${lab.reference}`}>Choose a location</LinkButton>
        </div>
      </Banner>
    )
  }
  const { pause, name } = facts.location
  if (pause) {
    return (
      <Banner tone="warn" title={`${name} takes no bookings for now`}>
        <p>
          The lab says: {pause.words.replace(/\.$/, '')}.
          {pause.againOn ? ` Bookings again from ${longDay(pause.againOn)}.` : ''} Your cart and what you have
          typed are kept.
        </p>
        <div className="pt-2">
          <LinkButton to={`/labs/${lab.reference}`}>Choose another location</LinkButton>
        </div>
      </Banner>
    )
  }
  return null
}

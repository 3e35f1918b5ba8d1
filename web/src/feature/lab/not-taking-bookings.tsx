import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'

/** Why this lab cannot be booked, and where to go instead. */
export function NotTakingBookings() {
  return (
    <div role="alert">
      <Banner tone="error" title="Registration expired: not taking bookings">
        <p>
          Its tests cannot be booked until the registration is renewed. You can still look at tests and
          prices.
        </p>
        <div className="pt-2">
          <LinkButton to="/explore/labs">Choose another lab</LinkButton>
        </div>
      </Banner>
    </div>
  )
}

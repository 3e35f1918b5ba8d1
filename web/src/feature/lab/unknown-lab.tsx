import { NothingHere } from '../../ui/nothing-here.tsx'

/** Shown if no lab has this URL. */
export function UnknownLab() {
  return (
    <NothingHere onward={{ to: '/explore/labs', words: 'Explore laboratories' }}>
      We know no lab at this address. It may be mistyped, or the lab has left us. Your bookings and payments
      are safe.
    </NothingHere>
  )
}

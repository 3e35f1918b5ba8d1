import { NothingHere } from '../../../ui/nothing-here.tsx'

/** Shown if no test has this URL. */
export function UnknownTest() {
  return (
    <NothingHere onward={{ to: '/explore/tests', words: 'Explore tests' }}>
      We know no test at this address. It may be mistyped, or the test is no longer offered. Your bookings and
      payments are safe.
    </NothingHere>
  )
}

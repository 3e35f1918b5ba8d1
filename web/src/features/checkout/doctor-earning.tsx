import { quoteBooking } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { CartItem, ChosenLab } from '../../lib/cart.ts'
import { earningWords } from '../../lib/earning.ts'
import { useProfile } from '../../lib/hooks.ts'

/**
 * The doctor's earning for the booking in the cart, shown before payment. If the request fails, nothing is shown and the
 * booking continues.
 */
export function DoctorEarning({ lab, items }: { lab: ChosenLab; items: readonly CartItem[] }) {
  const isDoctor = useProfile()?.type === 'doctor'
  const tests = items.map((item) => item.name)
  const quote = useQuery({
    queryKey: ['booking-quote', lab.reference, ...tests],
    queryFn: ({ signal }) => call(quoteBooking, { body: { lab: lab.reference, tests }, signal }),
    enabled: isDoctor && tests.length > 0,
    retry: false,
  })
  const words = isDoctor && quote.data ? earningWords(quote.data.data, true) : null
  return words ? <p className="text-small bg-sand rounded-field mt-4 px-4 py-3">{words}</p> : null
}

import { type BodySent, breakGlass, readBreakGlass } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What the doctor may do about results of an order that they cannot read. Not cached after they leave the page. */
export function useBreakGlass(reference: string) {
  return useQuery({
    queryKey: ['break-glass', reference],
    queryFn: ({ signal }) => call(readBreakGlass, { params: { reference }, signal }),
    retry: false,
    gcTime: 0,
  })
}

/** Opens the results of an order that need action now, without the patient's consent. */
export async function openWithoutConsent(
  reference: string,
  body: BodySent<typeof breakGlass>,
): Promise<void> {
  await call(breakGlass, { params: { reference }, body })
}

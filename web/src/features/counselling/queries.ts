import { listWaitingTalks, noteCounselling, readCounselling, type ToCounsel } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The sensitive tests of an order that the signed-in doctor booked. Not cached after the user leaves the page. */
export function useCounselling(reference: string) {
  return useQuery({
    queryKey: ['counselling', reference],
    queryFn: ({ signal }) => call(readCounselling, { params: { reference }, signal }),
    gcTime: 0,
  })
}

/** Orders that wait for the signed-in doctor's note of a talk. */
export function useWaitingTalks() {
  return useQuery({
    queryKey: ['waiting-talks'],
    queryFn: ({ signal }) => call(listWaitingTalks, { signal }),
    gcTime: 0,
  })
}

/** Records a talk with the patient. */
export async function noteTalk(
  reference: string,
  { position, test }: ToCounsel,
  note: string,
): Promise<void> {
  await call(noteCounselling, { params: { reference }, body: { position, test, note } })
}

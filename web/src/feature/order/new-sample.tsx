import { type NewSample, type Order, type RejectionReason, readNewSamples } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { longDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'

/** Why a lab cannot use a specimen, in the patient's words. */
const why: Readonly<Record<Exclude<RejectionReason, 'other'>, string>> = {
  haemolysed: 'The blood cells had broken in the tube.',
  clotted: 'The blood had clotted in the tube.',
  insufficient_volume: 'There was not enough of it.',
  wrong_container: 'It was in the wrong container.',
  unlabelled: 'Its label was missing or did not match.',
  leaked: 'It had leaked.',
  too_old: 'It was too old when the lab could work on it.',
}

function because({ reason, note }: NewSample): string {
  return [reason === 'other' ? '' : why[reason], note ? `The lab says: ${note}` : '']
    .filter(Boolean)
    .join(' ')
}

/** The lab could not use a specimen: why, where to go, and the alternatives. Renders nothing if there is none. */
export function NewSampleNeeded({ order, giveUp }: { order: Order; giveUp: ReactNode }) {
  const { reference, place, lab } = order
  const again = order.progress.samples.filter(({ state }) => state === 'again')
  const asked = useQuery({
    placeholderData: keepPreviousData,
    queryKey: ['new-samples', reference, again.length],
    queryFn: ({ signal }) => call(readNewSamples, { params: { reference }, signal }),
    staleTime: 5_000,
  })
  const samples = asked.data?.data ?? []
  const [first] = samples
  if (!first) return null
  return (
    <Banner tone="warn" title={samples.length === 1 ? 'A new sample is needed' : 'New samples are needed'}>
      <ul className="space-y-1">
        {samples.map((sample) => (
          <li key={sample.rejectedAt + sample.reason}>
            {lab} could not use a sample on {longDay(sample.rejectedAt)}. {because(sample)}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {order.mode === 'walkin' || order.progress.next === 'nobody_goes'
          ? `Please come to ${place.name}, ${place.address}.`
          : `Choose a time for another home visit below, or come to ${place.name}, ${place.address}, on a day when it is open.`}{' '}
        It is free of charge: you need not pay again.{' '}
        {order.may.cancel
          ? 'If you would rather have all of your money back, cancel the booking below.'
          : 'Your other tests go on meanwhile. If you would rather not give it again, have the money for its tests back.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">{giveUp}</div>
    </Banner>
  )
}

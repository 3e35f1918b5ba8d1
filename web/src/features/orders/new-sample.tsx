import { type NewSample, type Order, type RejectionReason, readNewSamples } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '../../components/banner.tsx'
import * as copy from '../../copy/orders.ts'
import { call } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'

/** Why a lab cannot use a specimen, in the patient's words. */
const why: Readonly<Record<Exclude<RejectionReason, 'other'>, string>> = {
  haemolysed: copy.rejectedHaemolysed,
  clotted: copy.rejectedClotted,
  insufficient_volume: copy.rejectedTooLittle,
  wrong_container: copy.rejectedContainer,
  unlabelled: copy.rejectedLabel,
  leaked: copy.rejectedLeaked,
  too_old: copy.rejectedTooOld,
}

function because({ reason, note }: NewSample): string {
  return [reason === 'other' ? '' : why[reason], note ? fill(copy.rejectedNote, { note }) : '']
    .filter(Boolean)
    .join(' ')
}

/** The lab could not use a specimen: why, where to go, and the alternatives. Renders nothing if there is none. */
export function NewSampleNeeded({ order, giveUp }: { order: Order; giveUp: ReactNode }) {
  const { reference, place, lab } = order
  const again = order.progress.samples.filter(({ state }) => state === 'again')
  const query = useQuery({
    placeholderData: keepPreviousData,
    queryKey: ['new-samples', reference, again.length],
    queryFn: ({ signal }) => call(readNewSamples, { params: { reference }, signal }),
    staleTime: 5_000,
  })
  const samples = query.data?.data ?? []
  const [first] = samples
  if (!first) return null
  return (
    <Banner tone="warn" title={samples.length === 1 ? copy.newSampleTitle : copy.newSamplesTitle}>
      <ul className="space-y-1">
        {samples.map((sample) => (
          <li key={sample.rejectedAt + sample.reason}>
            {fill(copy.rejectedOn, { lab, day: longDay(sample.rejectedAt) })} {because(sample)}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {order.mode === 'walkin' || order.progress.next === 'nobody_goes'
          ? fill(copy.newSampleCome, { location: place.name, address: place.address })
          : fill(copy.newSampleChoose, { location: place.name, address: place.address })}{' '}
        {copy.newSampleIsFree} {order.may.cancel ? copy.newSampleCancel : copy.newSampleGiveUp}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">{giveUp}</div>
    </Banner>
  )
}

import { addBooking, listLabLocations, listLabTests, readLab } from '@labalaba/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'
import type { ChosenLab } from '../../lib/cart.ts'
import { attemptReference, renewReference } from '../../lib/draft.ts'
import type { Booking } from './policy.ts'

/** The current data of the cart's lab, its location and its tests. The three requests run in parallel. */
export function useCartFacts(lab: ChosenLab | null) {
  const slug = lab?.reference ?? ''
  const enabled = lab !== null
  const about = useQuery({
    queryKey: ['lab', slug],
    queryFn: ({ signal }) => call(readLab, { params: { lab: slug }, signal }),
    enabled,
  })
  const locations = useQuery({
    queryKey: ['lab-locations', slug],
    queryFn: ({ signal }) => call(listLabLocations, { query: { id: slug }, signal }),
    enabled,
  })
  const tests = useQuery({
    queryKey: ['lab-tests', slug],
    queryFn: ({ signal }) => call(listLabTests, { query: { lab: slug }, signal }),
    enabled,
  })
  const queries = [about, locations, tests]
  return {
    bookable: about.data?.data.verification.bookable,
    location: locations.data?.data.find((place) => place.address === lab?.address),
    tests: tests.data?.data[0]?.tests,
    paused: tests.data?.data[0]?.paused,
    waiting: queries.some((one) => one.isPending),
    failed: queries.some((one) => one.isError && one.data === undefined),
    /** Requests again what could not be read. */
    again: () => Promise.all(queries.filter((one) => one.data === undefined).map((one) => one.refetch())),
    /** Reloads the tests and their prices. */
    refresh: () => tests.refetch(),
    /** Reloads whether its location takes bookings. */
    refreshPlaces: () => locations.refetch(),
  }
}

export type CartFacts = ReturnType<typeof useCartFacts>

/** Whether the lab itself is a problem: closed to bookings, without its location, or paused. */
export function hasNotice({ bookable, failed, waiting, location }: CartFacts, lab: ChosenLab): boolean {
  return (
    bookable === false ||
    (!waiting && !failed && (lab.address === '' || !location || location.pause !== null))
  )
}

/** Reloads the appointment windows. */
export function useRefreshedSlots(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['slots'] })
}

/** Errors after which the booking becomes a new order: the reference is another booking's, or its order ended unpaid. */
const isOver = new Set(['reference_reused', 'order_not_payable'])

/**
 * Places the booking. Submitting the same booking again returns the same order, even if the first response was lost or the
 * payment method has changed.
 */
export async function placeBooking(booking: Booking) {
  const { payment, showTests, useCredit, ...content } = booking
  const fingerprint = JSON.stringify(content)
  const send = () => call(addBooking, { body: { ...booking, reference: attemptReference(fingerprint) } })
  try {
    return (await send()).data
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure) || !isOver.has(thrown.code)) throw thrown
    renewReference()
    return (await send()).data
  }
}

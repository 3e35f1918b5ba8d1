import type { BookedPatient, DraftAnswers, Order } from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/booked-patients.ts'
import { fill } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'

/** The draft for booking an order's tests again for the same patient. The cart asks about prices changed since. */
export function bookingAgain(order: Order): {
  answers: DraftAnswers
  lab: { name: string; reference: string; address: string; location: string; state: string }
  tests: { name: string; amount: number }[]
} {
  const { patient, place } = order
  const [year = '', month = '', day = ''] = patient.dob?.split('-') ?? []
  return {
    answers: {
      name: patient.name,
      email: patient.email,
      phone: patient.phone,
      gender: patient.gender,
      birth: { day: bare(day), month: bare(month), year },
      mode: order.mode,
      ...whereIn(order),
    },
    lab: {
      name: order.lab,
      reference: order.labSlug,
      address: place.address,
      location: place.name,
      state: place.state,
    },
    tests: order.tests.map(({ name, amount }) => ({ name, amount })),
  }
}

/** The typed address without its area, which has a field of its own. */
function whereIn({ collectionAddress, collectionLandmark, collectionPlace: place }: Order) {
  const [area, address] = [place ? `${place.area}, ${place.state}` : '', collectionAddress ?? '']
  const street = area !== '' && address.endsWith(`, ${area}`) ? address.slice(0, -area.length - 2) : address
  return { street, area, landmark: collectionLandmark ?? '' }
}

const bare = (digits: string) => digits.replace(/^0/, '')

/** The patient's consent to results access, in words. */
export function consentWords({ consent, sensitive, until }: BookedPatient): {
  tag: string
  tone: Tone
  words: string
} {
  switch (consent) {
    case 'given':
      return {
        tag: copy.consentGiven,
        tone: 'ok',
        words: fill(sensitive ? copy.consentUntilAll : copy.consentUntil, {
          day: until ? plainDay(until) : '',
        }),
      }
    case 'asked':
      return { tag: copy.consentAsked, tone: 'plain', words: copy.consentAskedHint }
    case 'withdrawn':
      return { tag: copy.consentWithdrawn, tone: 'plain', words: copy.consentWithdrawnHint }
    case 'refused':
      return { tag: copy.consentRefused, tone: 'plain', words: copy.consentRefusedHint }
    case 'expired':
      return { tag: copy.consentEnded, tone: 'plain', words: copy.consentEndedHint }
    case 'nobody_to_ask':
      return {
        tag: copy.consentUnasked,
        tone: 'plain',
        words: copy.consentUnaskedHint,
      }
  }
}

import {
  type LabOrder,
  type LabSpecimen,
  listWorklist,
  readLabOrder,
  receiveSample,
} from '@labalaba/contract'
import * as copy from '../../copy/specimens.ts'
import { ApiFailure, call, failureWords, isOffline } from '../../lib/api.ts'
import { fill, plural } from '../../lib/fill.ts'
import { reasonWords, whenWords } from './policy.ts'

/** The outcome of one scanned or typed label. */
export type Outcome = {
  /** Received now, received before, not receivable, or not sent for lack of a network. */
  readonly kind: 'received' | 'before' | 'wrong' | 'unsent'
  readonly title: string
  readonly words: string
  /** The order of the specimen, if known. */
  readonly reference: string | null
  /** When the specimen was received, by the server's clock. */
  readonly at: string | null
}

/** Normalises a typed or scanned label: capitals, without spaces. */
export function tidyLabel(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase()
}

/** Receives the specimen of a label. Never throws: a failure is an outcome too. */
export async function receiveLabel(
  label: string,
  latest: string | null,
  now: Date,
): Promise<{ readonly outcome: Outcome; readonly order: LabOrder | null }> {
  if (label.startsWith('LB-')) return { outcome: orderNumber(label), order: null }
  try {
    const { data: order } = await call(receiveSample, { params: { accession: label } })
    return { outcome: outcomeOf(order, label, latest, now), order }
  } catch (failure) {
    return { outcome: await whyNot(label, failure), order: null }
  }
}

const nothing = { reference: null, at: null }

function orderNumber(reference: string): Outcome {
  return {
    ...{ kind: 'wrong', title: copy.scannedOrderTitle, at: null, reference },
    words: copy.scannedOrder,
  }
}

/**
 * The outcome of a specimen that is in the lab. One received no later than `latest`, the last one received here, was in the
 * lab before this scan. This compares server times only, as the clock of a desk may be wrong.
 */
export function outcomeOf(order: LabOrder, label: string, latest: string | null, now: Date): Outcome {
  const sample = order.specimens.find(({ accession }) => accession === label)
  const inForce = order.specimens.filter(({ state }) => state !== 'rejected' && state !== 'given_up')
  const here = inForce.filter(({ state }) => state === 'received').length
  const whose = [order.patient.name, sample?.specimen].filter(Boolean).join(', ')
  const at = sample?.receivedAt ?? null
  if (at !== null && latest !== null && at <= latest) {
    const when = whenWords(at, now)
    const words = sample?.receivedBy
      ? fill(copy.scannedBeforeBy, { whose, name: sample.receivedBy, when })
      : fill(copy.scannedBeforeAt, { whose, when })
    return {
      ...{ kind: 'before', title: fill(copy.scannedBefore, { label }), reference: order.reference, at },
      words,
    }
  }
  const many =
    here === inForce.length
      ? plural(copy.orderAllHere, inForce.length)
      : plural(copy.orderSomeHere, inForce.length, { here })
  return {
    ...{ kind: 'received', title: fill(copy.scannedReceived, { label }), reference: order.reference, at },
    words: `${whose}. ${many}`,
  }
}

/** Why the server refused; looks the specimen up if the response does not say. */
async function whyNot(label: string, failure: unknown): Promise<Outcome> {
  if (isOffline(failure)) {
    const words = copy.scannedUnsent
    return { ...nothing, kind: 'unsent', title: fill(copy.scannedUnsentTitle, { label }), words }
  }
  if (failure instanceof ApiFailure && (failure.status === 404 || failure.code === 'invalid'))
    return foreign(label)
  const found = failure instanceof ApiFailure && failure.code === 'wrong_state' ? await labelled(label) : null
  const words = found ? stateWords(found.order, found.sample) : failureWords(failure)
  return {
    ...{ kind: 'wrong', title: fill(copy.scannedWrong, { label }), at: null },
    ...{ words, reference: found?.order.reference ?? null },
  }
}

function foreign(label: string): Outcome {
  const title = label.length > 20 ? copy.scannedNoLabel : fill(copy.scannedForeignTitle, { label })
  return { ...nothing, kind: 'wrong', title, words: copy.scannedForeign }
}

type Labelled = { readonly order: LabOrder; readonly sample: LabSpecimen }

async function labelled(label: string): Promise<Labelled | null> {
  try {
    const { data: found } = await call(listWorklist, { body: { page: 1, limit: 2, q: label } })
    const reference = found[0]?.reference
    if (found.length !== 1 || reference === undefined) return null
    const { data: order } = await call(readLabOrder, { params: { reference } })
    const sample = order.specimens.find(({ accession }) => accession === label)
    return sample ? { order, sample } : null
  } catch {
    return null
  }
}

/** Why a specimen cannot be received. */
export function stateWords({ state, patient }: LabOrder, sample: LabSpecimen): string {
  if (state === 'cancelled') return fill(copy.scannedCancelled, { patient: patient.name })
  if (sample.state === 'expected') return fill(copy.scannedNotCollected, { patient: patient.name })
  if (sample.state === 'rejected') {
    return sample.rejectedReason
      ? fill(copy.scannedRejectedFor, { reason: reasonWords[sample.rejectedReason].toLowerCase() })
      : copy.scannedRejected
  }
  if (sample.state === 'given_up') return fill(copy.scannedGivenUp, { patient: patient.name })
  return fill(copy.scannedClosed, { patient: patient.name })
}

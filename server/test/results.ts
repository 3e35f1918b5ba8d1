import type { LabReport } from '@labalaba/contract'
import {
  changeClinicalRequest,
  commentPosition,
  enterResults,
  readLabResults,
  releaseReport,
  verifyReport,
} from '@labalaba/contract'
import { sola, tola } from './cast.ts'
import type { Caller, World } from './world.ts'

/**
 * A normal value for each line of a report: the end of its interval, or its middle for percentages, which add
 * up to 100 %.
 */
export function plausible({ analytes }: Pick<LabReport, 'analytes'>) {
  // A comment is no finding, and no report needs one.
  const lines = analytes.filter(({ position }) => position !== commentPosition)
  return lines.map(({ position, kind, unit, choices, expected, low, high }) => ({
    position,
    value:
      kind === 'quantity'
        ? String(unit === '%' && low !== null && high !== null ? (low + high) / 2 : (high ?? low ?? 1))
        : kind === 'choice'
          ? (expected[0] ?? choices[0] ?? '')
          : 'Seen and unremarkable',
  }))
}

/** These values, and a normal one for each other line: a report with missing lines cannot be verified. */
export function completed(
  report: Pick<LabReport, 'analytes'>,
  values: readonly { readonly position: number; readonly value: string }[],
) {
  const given = new Map(values.map(({ position, value }) => [position, value]))
  return plausible(report).map(({ position, value }) => ({ position, value: given.get(position) ?? value }))
}

export async function reportsOf(caller: Caller, reference: string): Promise<LabReport[]> {
  const { data, message } = await caller(readLabResults, { params: { reference } })
  if (data === null) throw new Error(`the reports of ${reference} cannot be read: ${message}`)
  return data.reports
}

/** Says how old the patient of an order is, if its booking does not: results are not verified before. */
export async function addAge(caller: Caller, reference: string): Promise<void> {
  const { data } = await caller(readLabResults, { params: { reference } })
  if (!data || data.patient.dob !== null || data.clinical.bornOn !== null) return
  const body = { age: 40, basedOn: data.clinical.number }
  const { httpStatus, message } = await caller(changeClinicalRequest, { params: { reference }, body })
  if (httpStatus !== 200) throw new Error(`the age for ${reference} was not added: ${message}`)
}

/** Enters, verifies and releases all results of an order that are not released, as Sola and Tola. */
export async function releaseAll(
  world: World,
  reference: string,
  only: (report: LabReport) => boolean = () => true,
): Promise<void> {
  const asSola = await world.as(sola)
  const asTola = await world.as(tola)
  await addAge(asSola, reference)
  for (const report of (await reportsOf(asSola, reference)).filter(only)) {
    const [newest] = report.versions
    if (newest?.state === 'released') continue
    const params = { id: report.id }
    const basedOn = newest?.enteredAt ?? null
    await asSola(enterResults, { params, body: { values: plausible(report), basedOn } })
    const [entered] = (await reportsOf(asSola, reference)).find(({ id }) => id === report.id)?.versions ?? []
    await asTola(verifyReport, { params, body: { seen: entered?.enteredAt ?? '' } })
    const counselledBy = report.needsCounselling ? 'lab' : null
    const { httpStatus, message } = await asTola(releaseReport, {
      params,
      body: { counselledBy, note: 'Talked by phone' },
    })
    if (httpStatus !== 200) throw new Error(`a report of ${reference} was not released: ${message}`)
  }
}

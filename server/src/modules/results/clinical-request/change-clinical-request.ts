import {
  type BodyOf,
  type ClinicalRequest,
  type changeClinicalRequest as call,
  clinicalQuestions,
  type LagosDate,
  lagosDate,
} from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { writeDown } from '../../audit/index.ts'
import { requireDuty, worksAt } from '../../labs/index.ts'
import {
  birthDateIn,
  type ClinicalRequestRow,
  clinicalRequestOf,
  insertClinicalRequest,
  lockOrder,
  type OrderRow,
  orderByReference,
  readAnswers,
  readClinicalRequest,
  weekOn,
} from '../../orders/index.ts'
import { dutiesFor, specimensOf } from '../../specimens/index.ts'
import type { ByMember } from '../by-member.ts'
import { judgeAnew } from '../reports/judge-anew.ts'
import { isOfEarlierSample } from '../reports/policy.ts'
import { isWorkedOn, laterThan } from '../reports/reports.ts'
import * as reports from '../reports/repository.ts'

type Changed = BodyOf<typeof call>

/**
 * Replaces what a lab knows of the patient of an order, and judges the drafts of its results anew by it; released results
 * stay as they are. Throws DomainError `not_your_duty`, `not_found`, `request_changed` if a colleague was faster, `invalid`,
 * `wrong_state` if the order is not worked on or a verified report is not released yet, and `lines_changed` if a draft is on
 * other lines than the catalogue has now, so that a scientist must enter it anew first.
 */
export async function changeClinicalRequest(
  tx: Tx,
  by: ByMember,
  reference: string,
  body: Changed,
): Promise<ClinicalRequest> {
  requireDuty(by.member, ...dutiesFor.changeRequest)
  const seen = await orderByReference(tx, reference)
  if (!seen?.paid_at || !worksAt(by.member, seen)) throw new DomainError('not_found')
  const order = await lockOrder(tx, seen.id)
  if (!isWorkedOn(order)) throw new DomainError('wrong_state')
  const before = await clinicalRequestOf(tx, order.id)
  if ((before?.number ?? 0) !== body.basedOn) throw new DomainError('request_changed')
  const ofOrder = await reports.reportsOf(tx, order.id)
  const versions = await reports.versionsOf(
    tx,
    ofOrder.map(({ id }) => id),
  )
  if (versions.some(({ state }) => state === 'verified'))
    throw new DomainError('wrong_state', {
      message: 'A result of this order is verified. Release it or send it back before you change this.',
    })

  const today = lagosDate(by.at)
  const changed = {
    ...keptWeek(readAnswers(body, clinicalQuestions, today), before, today),
    ...birthOf(order, body, by.at),
    pretest_counselling: body.pretestCounselling ?? null,
    fasted_hours: body.fastedHours ?? null,
    ...{ order_id: order.id, number: body.basedOn + 1, account_id: by.accountId, at: by.at },
  }
  await insertClinicalRequest(tx, changed)
  const what = 'clinical_request_changed'
  await writeDown(tx, [{ order_id: order.id, role: 'lab', account_id: by.accountId, what, at: by.at }])
  const specimens = await specimensOf(tx, order.id)
  for (const report of ofOrder) {
    const newest = versions.find(({ report_id }) => report_id === report.id)
    // Values of a sample that was rejected since are judged no more: the next entry deletes them.
    if (newest?.state !== 'draft' || isOfEarlierSample(specimens, report, newest.entered_at)) continue
    const judged = await judgeAnew(tx, order, report, newest, by.at)
    if (judged === 'other_lines') throw new DomainError('lines_changed')
    // A verifier must see the new marks first.
    if (judged === 'changed' && !newest.is_untouched)
      await reports.postponeDraft(tx, newest, laterThan(by.at, newest.entered_at))
  }
  return await readClinicalRequest(tx, order.id, by.at)
}

/** The answers, with the day on which the week was first said if it is still that week: it must not drift with each change. */
function keptWeek(
  answers: ReturnType<typeof readAnswers>,
  before: ClinicalRequestRow | undefined,
  today: LagosDate,
): ReturnType<typeof readAnswers> {
  if (answers.week === null || !before?.week || weekOn(before, today) !== answers.week) return answers
  return { ...answers, week: before.week, week_on: before.week_on }
}

/** The date of birth by which values are judged. Throws `invalid` if the order has one already, or it cannot be one. */
function birthOf(
  order: OrderRow,
  { bornOn, age }: Changed,
  at: Date,
): Pick<ClinicalRequestRow, 'born_on' | 'is_born_about'> {
  if (bornOn === undefined && age === undefined) return { born_on: null, is_born_about: false }
  if (order.patient_born_on !== null)
    throw new DomainError('invalid', { fields: { bornOn: 'The booking has a date of birth already.' } })
  if (bornOn === undefined) return { born_on: bornAbout(age ?? 0, lagosDate(at)), is_born_about: true }
  const day = birthDateIn(bornOn, at)
  if (!day)
    throw new DomainError('invalid', {
      fields: { bornOn: 'Enter a date of birth between 1 January 1900 and today.' },
    })
  return { born_on: day, is_born_about: false }
}

/** The first day of January on which a person of this age in years may have been born: they are this old all year. */
function bornAbout(age: number, today: LagosDate): string {
  return `${Number(today.slice(0, 4)) - age}-01-01`
}

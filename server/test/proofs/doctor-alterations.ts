import type { Alteration } from './alterations.ts'
import { entered, ofOrder, ofReport } from './audit-alterations.ts'

const handMade = `'00000000-0000-4000-8000-00000000000d'`
const doctorOf = (order: string) => `(select account_id from lab_order where id = ${ofOrder(order)})`

type Terms = { readonly person?: string; readonly given?: string; readonly ended?: string }

const agreed = (order: string, { person = 'person_of(lab_order)', given = '1 hour', ended }: Terms = {}) => `
  insert into reading_consent (id, person, patient_email, doctor_id, sensitive, words_version, given_at, expires_at, ended, ended_at)
    select ${handMade}, ${person}, lower(patient_email), account_id, true, 'by hand', now() - interval '${given}', now() + interval '1 day',
      ${ended ? `'withdrawn', now() - interval '${ended}'` : 'null, null'}
    from lab_order where id = ${ofOrder(order)}`

const read = (order: string): Alteration => [
  `insert into result_opened (report_id, number, account_id, reader, way, at, consent_id)
    select id, 1, ${doctorOf(order)}, 'doctor', 'screen', now(), ${handMade} from report where id = ${ofReport(order)}`,
  entered(order, {
    role: 'doctor',
    account: doctorOf(order),
    what: 'report_read',
    report: ofReport(order),
  }),
]

/** Break-glass of an order this long ago, with its entry. */
const glass = (order: string, ago: string): Alteration => [
  `with opening as (insert into break_glass (order_id, account_id, because, reason, at, expires_at)
      select id, account_id, 'other', 'by hand', now() - interval '${ago}', now() - interval '${ago}' + interval '72 hours'
      from lab_order where id = ${ofOrder(order)} returning id)
    insert into break_glass_report select opening.id, report.id, 1 from opening, report where report.id = ${ofReport(order)}`,
  entered(order, {
    ...{ role: 'doctor', account: doctorOf(order), what: 'break_glass', at: `now() - interval '${ago}'` },
  }),
]

const readByGlass = (order: string): Alteration => [
  `insert into result_opened (report_id, number, account_id, reader, way, at, break_glass_id)
    select id, 1, ${doctorOf(order)}, 'doctor', 'screen', now(), (select max(id) from break_glass)
    from report where id = ${ofReport(order)}`,
  entered(order, {
    ...{ role: 'doctor', account: doctorOf(order), what: 'report_read', report: ofReport(order) },
  }),
]

/**
 * Ways to break the invariants of doctors’ access; `booked` is a doctor’s order with its results released.
 */
export const doctorAlterations = (booked: string): Readonly<Record<string, readonly Alteration[]>> => ({
  'INV-26 a doctor reads an order of their own by a consent of its patient, while it holds, or by break-glass':
    [
      [agreed(booked, { person: `'another person of that mailbox'` }), ...read(booked)],
      [agreed(booked, { given: '-1 hour' }), ...read(booked)],
      [agreed(booked, { given: '2 hours', ended: '1 hour' }), ...read(booked)],
      [...glass(booked, '80 hours'), ...readByGlass(booked)],
      [...glass(booked, '1 hour'), 'delete from break_glass_report', ...readByGlass(booked)],
      [
        `insert into result_acknowledged (report_id, number, account_id, at)
        select id, 1, ${doctorOf(booked)}, now() from report where id = ${ofReport(booked)}`,
        entered(booked, {
          role: 'doctor',
          account: doctorOf(booked),
          what: 'report_acknowledged',
          report: ofReport(booked),
        }),
      ],
    ],
})

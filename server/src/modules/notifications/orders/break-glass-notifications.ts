import { brand, formatPhone } from '@labalaba/contract'
import type { Jobs } from '../../../infra/queue/jobs.ts'
import { doctorNameOf } from '../../accounts/index.ts'
import { labById } from '../../labs/index.ts'
import { type OrderRow, orderById, publicPatientName } from '../../orders/index.ts'
import { type NotificationDependencies, notifyEach } from '../channel/notify.ts'
import { type Letter, note } from '../letter.ts'
import { patientNotices } from './notify-patient.ts'
import { orderRows } from './payment-letters.ts'

/** The mail and message to a patient whose doctor has opened a result by break-glass. It is safe to repeat. */
export function breakGlassNotifications(deps: NotificationDependencies): Jobs {
  const { db, publicUrl } = deps
  return {
    'mail-break-glass': async ({ orderId, noticeKey }) => {
      const order = await orderById(db, Number(orderId))
      if (!order) return
      const lab = await labById(db, order.lab_id)
      const doctor = (await doctorNameOf(db, order.account_id)) ?? 'The doctor who booked'
      const letter = breakGlassLetter(order, { doctor, labPhone: lab?.phone ?? '', publicUrl })
      const about = { topic: 'results', kind: 'break_glass', order, letter, key: String(noticeKey) } as const
      // The booker is the doctor, who knows.
      await notifyEach(deps, await patientNotices(deps, about, { isBookerNotified: true }))
    },
  }
}

type Facts = { readonly doctor: string; readonly labPhone: string; readonly publicUrl: string }

/** Tells a patient that their doctor has opened a result without consent, and what they can do. Names no test and no value. */
function breakGlassLetter(order: OrderRow, { doctor, labPhone, publicUrl }: Facts): Letter {
  const patient = publicPatientName(order)
  return {
    subject: 'A result of yours was opened',
    preheader: 'It needs action now.',
    blocks: [
      `${doctor} opened a result of ${patient} because it needs action now. The doctor booked the order below. ${patient} had not agreed to this, so we tell you.`,
      {
        kind: 'button',
        label: 'See the result, and why it was opened',
        href: `${publicUrl}/orders/${order.reference}/results`,
      },
      { kind: 'heading', text: 'What you can do' },
      {
        kind: 'list',
        items: [
          `If no one has called you yet, call ${order.lab_name} now: ${formatPhone(labPhone)}. Or go to a hospital.`,
          'Log in to read the result, when the doctor opened it, and the doctor’s reason.',
          'If the doctor may not read it, say no there. Then it is closed at once.',
          `Do you think this was wrong? Write to ${brand.supportEmail} with your order id.`,
        ],
      },
      orderRows(order),
      note(
        'A doctor may do this only if a result needs action now, for 72 hours, and never if you have said no.',
      ),
    ],
  }
}

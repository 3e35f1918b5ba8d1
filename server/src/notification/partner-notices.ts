import { type ApplicationRow, applicationById } from '../partner/index.ts'
import type { Job, Jobs } from '../platform/jobs.ts'
import type { NotificationNeeds } from './jobs.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'
import { applicationLetter, applicationReceiptLetter } from './partner-mails.ts'

/** The mails about applications, as jobs that may be repeated. */
export function partnerNotices(needs: NotificationNeeds): Jobs {
  return {
    'mail-application-operator': about(needs, 'operator', () => needs.operatorMail, applicationLetter),
    'mail-application-receipt': about(needs, 'receipt', ({ email }) => email, applicationReceiptLetter),
  }
}

function about(
  needs: NotificationNeeds,
  kind: string,
  to: (application: ApplicationRow) => string,
  letter: (application: ApplicationRow, publicUrl: string) => Letter,
): Job {
  return async ({ applicationId }) => {
    const application = await applicationById(needs.db, Number(applicationId))
    if (!application) throw new Error(`application ${applicationId} is gone`)
    const key = `application-${kind}:${application.id}`
    await sendOnce(needs, key, to(application), letter(application, needs.publicUrl))
  }
}

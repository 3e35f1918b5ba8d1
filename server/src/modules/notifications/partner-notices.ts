import type { Job, Jobs } from '../../infra/queue/jobs.ts'
import { type ApplicationRow, applicationById } from '../partners/index.ts'
import type { NotificationDependencies } from './jobs.ts'
import type { Letter } from './letter.ts'
import { sendOnce } from './notices.ts'
import { applicationLetter, applicationReceiptLetter } from './partner-mails.ts'

/** The mails about applications, as jobs that are safe to repeat. */
export function partnerNotices(deps: NotificationDependencies): Jobs {
  return {
    'mail-application-operator': about(deps, 'operator', () => deps.operatorMail, applicationLetter),
    'mail-application-receipt': about(deps, 'receipt', ({ email }) => email, applicationReceiptLetter),
  }
}

function about(
  deps: NotificationDependencies,
  kind: string,
  to: (application: ApplicationRow) => string,
  letter: (application: ApplicationRow, publicUrl: string) => Letter,
): Job {
  return async ({ applicationId }) => {
    const application = await applicationById(deps.db, Number(applicationId))
    if (!application) throw new Error(`application ${applicationId} is gone`)
    const key = `application-${kind}:${application.id}`
    await sendOnce(deps, key, to(application), letter(application, deps.publicUrl))
  }
}

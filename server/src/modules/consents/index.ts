export {
  askAgain,
  endConsentsOf,
  endConsentsToDoctor,
  giveConsent,
  isOwnContact,
  liveConsent,
  lockLiveConsent,
  mayAskAgain,
  pairOf,
  refuseDoctorsBrowser,
  requirePair,
  requireWords,
  storeBirthDate,
  withdrawConsent,
} from './consents.ts'
export { consentUrl, orderOfLink } from './link.ts'
export { consentStateAt, linkGives } from './policy.ts'
export { presentConsent, presentLinked } from './present.ts'
export {
  hasRefused,
  hasSaidNo,
  lastReminder,
  lockAnswers,
  newestConsent,
  ordersByDoctors,
  ordersNeverAnswered,
  readingsOf,
  shareLockAnswers,
  statedBirthDate,
} from './repository.ts'
export { type About, byPerson } from './same-person.ts'

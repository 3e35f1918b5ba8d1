export {
  askAgain,
  endConsentsOf,
  endConsentsToDoctor,
  giveConsent,
  holdLiveConsent,
  liveConsent,
  mayAskAgain,
  pairOf,
  refuseDoctorsBrowser,
  requirePair,
  requireWords,
  withdrawConsent,
} from './consents.ts'
export { consentUrl, orderOfLink } from './link.ts'
export { consentStateAt, linkGives } from './policy.ts'
export { presentConsent, presentLinked } from './present.ts'
export {
  insertStatedBirthDate,
  lastReminder,
  looksOf,
  newestConsent,
  ordersByDoctors,
  ordersNeverAnswered,
  statedBirthDate,
} from './repository.ts'
export { type About, byPerson } from './same-person.ts'

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
export { consentUrl } from './link.ts'
export { orderBehind } from './linked.ts'
export { insertStatedBirthDate, statedBirthDate } from './person/repository.ts'
export { type About, byPerson } from './person/same-person.ts'
export { consentStateAt, linkGives } from './policy.ts'
export { presentConsent, presentLinked } from './present.ts'
export { lastReminder, looksOf, newestConsent, ordersByDoctors, ordersNeverAnswered } from './repository.ts'

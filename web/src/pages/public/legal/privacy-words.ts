import * as copy from '../../../copy/legal.ts'

/** Data that is stored about a person. */
export const kept = [
  copy.keptAccount,
  copy.keptBookings,
  copy.keptPhotos,
  copy.keptPayments,
  copy.keptTechnical,
  copy.keptBrowsers,
]

/** The purposes of the data. */
export const whyUsed = [copy.whyBooking, copy.whyHealth, copy.whyMoney, copy.whySafety]

/** The parties that receive it. */
export const sharedWith = [
  copy.sharedLab,
  copy.sharedPhotos,
  copy.sharedDoctor,
  copy.sharedPayer,
  copy.sharedPartners,
  copy.sharedCourt,
]

/** How long it is stored. */
export const keptHowLong = [
  copy.howLongAccount,
  copy.howLongDraft,
  copy.howLongBookings,
  copy.howLongPhotos,
  copy.howLongTechnical,
]

/** The rights of a person. */
export const rights = [copy.rightSee, copy.rightCorrect, copy.rightLimit, copy.rightWithdraw]

// The offer
export const giveUpOffer = 'Get a refund instead'

// The dialog
export const packageOnly =
  'They are part of a package, which has one price. Our team and the lab decide how much of it is for these tests. We refund that to the person who paid.'
export const refundAsked = 'Our team refunds the person who paid.'
export const refundCost = 'They cost {amount}.'
export const packageToo =
  'For parts of a package, our team and the lab decide how much of the price is for them.'
export const givenUp = 'Given up. We arrange the refund.'
export const giveUpTitle = 'Get a refund instead?'
export const giveUpKeep = 'Keep them'
export const giveUpDo = 'Give up these tests'
export const giveUpFailed = 'Nothing is given up yet'
export const giveUpTests = 'If you do this, the lab will not do these tests:'
export const visitFeeStays = 'You do not get back the home visit fee, because a phlebotomist came.'
export const giveUpFree = 'Giving them up costs you nothing.'
export const giveUpOthers = 'Your other tests continue. You cannot undo this.'

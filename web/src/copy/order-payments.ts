// A payment that goes on, is held, or did not come
export const beingPaidTitle = 'A payment is not finished yet'
export const beingPaidCheck =
  'If money has left your account, do not pay again. We are checking with your bank.'
export const beingPaidPayBelow =
  'If you closed the payment page without paying, nothing was taken. You can pay below.'
export const beingPaidChooseTime =
  'If you closed the payment page without paying, nothing was taken. You can choose another time below, and then pay.'
export const beingPaidCheckNow = 'Check it now'
export const creditGoneTitle = 'Your credit was used for another booking'
export const creditGone =
  'So this booking is not paid. We send the other {amount} that you paid back to where it came from. You can pay again below.'
export const heldTitle = 'We have your money, and we are checking the payment'
export const heldUnknown = 'A payment came, but we could not match it automatically.'
export const heldHint = 'Do not pay again. Our team will email you.'
export const expiredTitle = 'This booking has expired'
export const expiredHint =
  'It was not paid by {moment}. If money has left your account since then, do not pay again. Write to {email}.'
export const cancelledTitle = 'This booking was cancelled'
export const cancelledByLab = '{lab} cancelled it.'
export const cancelledByUs = 'Labalaba cancelled it.'
export const cancelledWhy = 'Why: {reason}.'
export const cancelledNoSample = 'No sample will be taken.'
export const cancelledSeeRefunds = 'See the money you get back under Refunds.'
export const cancelledUnpaid = 'Nothing was paid for it.'
export const cancelledQuestions = 'Questions? Write to {email}.'
export const bookAgain = 'Book again at this lab'

// Waiting for payment
export const payTitle = 'Waiting for payment'
export const payBy = 'Pay {amount} by {moment}. After that, the booking expires.'
export const payNow = 'Pay now {amount}'
export const payWithCredit = 'Pay with credit {amount}'
export const payOpening = 'Opening the payment page…'
export const paidWithCredit = 'Paid with your Labalaba credit'
export const creditStays = 'You keep your credit for another booking.'
export const creditPaysAll = 'Your credit pays all of it. You pay nothing more.'
export const creditPaysPart =
  'Your credit pays {credit}, and you pay {rest}. A payment link asks for the whole total.'
export const visitTakenTitle = 'The time of the visit has been taken'
export const visitTaken =
  'We could not hold {visit} any longer. Other people have it now. Choose another time, and then pay. It costs nothing more.'
export const visitChooseTime = 'Choose another time'
export const visitHeld = 'We hold the visit on {visit} for you until {time}.'
export const visitFree = 'The visit on {visit} is still free. Another person may take it before you pay.'

// The payment link
export const linkGenerate = 'Generate payment link'
export const linkShow = 'Show payment link'
export const linkMaking = 'Making the link…'
export const linkShowTests = 'Show the test names to the person who pays by the link'
export const linkWorksUntil =
  'The payment link works until {moment}. A new one works for three days, and the old one stops.'
export const linkNew = 'New link'
export const linkStop = 'Stop this link'
export const linkStopHint =
  'No one will be able to pay with this link. We keep the booking until 24 hours after you made it. You have at least one more hour to pay.'
export const linkStopYes = 'Yes, stop it'
export const linkStopNo = 'Keep it'
export const linkStopping = 'Stopping it…'
export const linkStopped = 'The payment link is stopped. The booking waits until {moment}.'

// Money that came late
export const lateTitle = 'Keep this booking?'
export const lateNewDayTitle = 'Choose a new day for the visit'
export const lateAfterExpiry =
  '{amount} came on {moment}. The booking had expired by then. Your money is safe.'
export const lateVisitTaken =
  '{amount} came on {moment}. Other people had taken the time of the home visit ({visit}). Your money is safe.'
export const lateVisitPassed =
  '{amount} came on {moment}. The time of the home visit ({visit}) had passed. No phlebotomist came, and no sample was taken. Your money is safe.'
export const lateWaits = 'Nothing happens until you choose.'
export const lateVisitStays =
  'We have brought the booking back. The home visit stays on {visit}, unless you change it.'
export const lateWalkInStays =
  'We have brought the booking back. The patient can go to the lab when it is open.'
export const lateKeep = 'Keep this booking'
export const lateKept = 'Your booking is kept'
export const lateNewDay = 'Choose a new day and time'
export const lateNewDayIsFree = 'A new day costs nothing more.'
export const lateCancel = 'You can also cancel the booking below and get your money back.'

// Price and payments
export const summary = 'Order summary'
export const subTotal = 'Sub total ({count} test) | Sub total ({count} tests)'
export const collectionFee = 'Sample collection fee'
export const payments = 'Payments'
export const paymentStarted = 'Checking'
export const paymentSettled = 'Paid'
export const paymentFailed = 'Not taken'
export const paymentAbandoned = 'Not finished'
export const paymentHeld = 'Being checked'
export const paymentRefunding = 'On its way back'
export const paymentRefunded = 'Returned'
export const paymentUnused = 'Not used'
export const sumOfCredit = '{credit} credit'
export const sumWithCredit = '{amount} and {credit} credit'
export const oddPaidBefore = 'The booking had been paid already.'
export const oddCancelled = 'The booking had been cancelled.'
export const oddCreditGone = 'The credit for the rest had been used for another booking.'
export const oddAmount = 'The amount was not the price of the booking.'
export const oddReceived = 'We received {received}, but the price was {due}.'

// Refunds
export const refunds = 'Refunds'
export const refundSplit =
  '{amount} goes to the card or account that paid. {credit} becomes Labalaba credit at once.'
export const refundWhy = 'Why: {reason}'
export const refundAskedOn = 'Asked for on {moment}'
export const refundStatePending = 'Pending'
export const refundStateProcessing = 'Processing'
export const refundStateProcessed = 'Processed'
export const refundStateFailed = 'Failed'
export const refundPending = 'We have asked for a refund to the card or account that paid.'
export const refundProcessing = 'It is with the bank, on its way to the card or account that paid.'
export const refundIsCredit = 'It became Labalaba credit on {moment}. It pays for your next booking.'
export const refundByTransfer = 'It was paid back by bank transfer on {moment}.'
export const refundByDispute = 'The bank that paid took it back on {moment}.'
export const refundSent = 'It was sent back on {moment}. Banks take 3 to 10 working days to show it.'
export const refundFailed = 'It did not go through on {moment}. Your money is safe.'
export const refundRetryAt = 'We will try again on {moment}.'
export const refundRetried = 'We have tried again since then.'
export const refundLookedAt = 'Our team will check it and email you.'

// Cancelling a booking
export const cancelTitle = 'Plans changed?'
export const cancelBooking = 'Cancel booking'
export const cancelFeeKept =
  'You can cancel until the sample is taken. You do not get the {fee} for the home visit back.'
export const cancelRest = 'You get the other {refund} back.'
export const cancelUnpaid = 'You can cancel this booking. Nothing has been paid for it.'
export const cancelVisit =
  'You can cancel until the sample is taken. You get all of your money back if the phlebotomist has not set off.'
export const cancelWalkIn = 'You can cancel until the sample is taken and get your money back.'
export const cancelAsk = 'Cancel this booking?'
export const cancelKeep = 'Keep the booking'
export const cancelling = 'Cancelling…'
export const cancelDone = 'Your booking is cancelled'
export const cancelFailed = 'The booking was not cancelled'
export const cancelTryAgain = 'You can try again. We cancel it only once.'
export const cancelNoRefund = 'Nothing has been paid, so there is no refund.'
export const cancelLinkStops = 'The payment link stops working.'
export const cancelLatePayment = 'If a payment is on its way, we send it back.'
export const cancelYouGet = 'You get back'
export const cancelFee = 'Not refunded: the collection fee'
export const cancelFeeOnTheWay = 'The phlebotomist has already set off to you.'
export const cancelFeeInVain = 'A phlebotomist came to an earlier visit and could not take a sample.'
export const refundToCredit = 'You paid with Labalaba credit. You get it back as credit, at once.'
export const refundToLinkPayer =
  'It goes to the card or account that paid through the payment link. This takes 3 to 10 working days.'
export const refundToAsk = 'Where should it go?'
export const refundToSource = 'To the card or account it was paid from'
export const refundToSourceTime = '3 to 10 working days.'
export const refundToSourceCredit = '{amount} of it was Labalaba credit. It becomes credit again.'
export const refundAsCredit = 'As Labalaba credit'
export const refundAsCreditHint = 'Now. It pays for your next booking.'

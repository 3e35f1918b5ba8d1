// States of an order
export const stateAwaitingPayment = 'Awaiting payment'
export const stateScheduled = 'Scheduled'
export const stateSampleCollected = 'Sample collected'
export const stateLabProcessing = 'Lab processing'
export const stateResultsReady = 'Results ready'
export const stateCancelled = 'Cancelled'
export const stateExpired = 'Expired'

// Counts
export const tests = '{count} test | {count} tests'
export const hours = '{count} hour | {count} hours'
export const days = '{count} day | {count} days'
export const bookings = '{count} booking | {count} bookings'

// The list of orders
export const orders = 'Orders'
export const myResults = 'My results'
export const noneTitle = 'No booking yet'
export const noneAction = 'Find a lab'
export const noneHint = 'Find a lab near you and start with one test.'
export const noneForPersonTitle = 'No booking for this person yet'
export const noneForPersonAction = 'See all orders'
export const noneForPersonHint = 'What you book for this person shows here.'
export const filterLabel = 'Whose orders'
export const filterAll = 'Everybody'
export const filterSelf = 'Myself'
export const cardBookedOn = 'Booked on {day}'

// Orders saved on the phone
export const keptTitle = 'No answer came. This is the copy on your phone'
export const keptHint =
  'It shows where to go and when. Show it at the lab’s desk. You see the rest when your network is back.'
export const keptAsOf = 'Saved on {moment}'
export const keptVisit = 'A phlebotomist comes'
export const orderId = 'Order id'
export const open = 'Open'
export const booked = 'Booked'
export const orderIsSafe = 'Your booking and your money are safe.'
export const ordersAreSafe = 'Your bookings and your money are safe.'

// The page of an order
export const pageTitle = 'Your order'
export const heading = 'Order {number}'
export const notFoundTitle = 'We do not find this order'
export const notFoundHint = 'It is not in this account. You may have booked with another email.'
export const notFoundAction = 'See my orders'
export const readResults = 'Read the results'
export const readResultsSoFar = 'Read the results so far'
export const givenUpTitle = 'Money for the tests you gave up'
export const givenUpHint = 'Our team sends it back to the person who paid. You do not need to do anything.'
export const followWithout =
  'The patient can follow this order without an account. They open the {page} with the order id and their phone or email.'
export const followPage = 'tracking page'
export const mailSubject = 'Order {reference}'
export const actFailed = 'That did not work'

// The code for the desk
export const deskTitle = 'At the lab'
export const deskHint = 'Show this at the desk, or say your order id.'
export const deskCode = 'Your order id, as a code that the desk scans'

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

// A new sample is needed
export const newSampleTitle = 'A new sample is needed'
export const newSamplesTitle = 'New samples are needed'
export const rejectedOn = '{lab} could not use a sample on {day}.'
export const rejectedHaemolysed = 'The blood cells had broken in the tube.'
export const rejectedClotted = 'The blood had clotted in the tube.'
export const rejectedTooLittle = 'There was not enough of it.'
export const rejectedContainer = 'It was in the wrong container.'
export const rejectedLabel = 'Its label was missing or did not match.'
export const rejectedLeaked = 'It had leaked.'
export const rejectedTooOld = 'It was too old when the lab could work on it.'
export const rejectedNote = 'The lab says: {note}'
export const newSampleCome = 'Please come to {location}, {address}.'
export const newSampleChoose =
  'Choose a time for another home visit below. Or come to {location}, {address}, on a day when it is open.'
export const newSampleIsFree = 'It is free. You do not pay again.'
export const newSampleCancel = 'If you want all of your money back, cancel the booking below.'
export const newSampleGiveUp =
  'Your other tests go on. Instead of giving a new sample, you can get a refund for its tests.'

// We cannot come to the address any more
export const nowhereTitle = 'We cannot come at the moment'
export const nowhereArea =
  'We cannot come to {area} at the moment. We have no phlebotomist there any more. We are sorry.'
export const nowhereAddress =
  'We cannot come to this address at the moment. We have no phlebotomist there any more. We are sorry.'
export const nowhereSafe = 'Your booking is still valid, and your money is safe.'
export const nowhereCome =
  'Come to {location} on a day when it is open. Say the order id at the desk. The lab takes the sample there, at no extra cost.'
export const nowhereFee = 'You get the {fee} for the home visit back.'
export const nowhereCancelPart = 'Or cancel the booking. You see your refund before you decide.'
export const nowhereCancelAll = 'Or cancel the booking and get all of your money back.'
export const nowhereLater = 'If we can come to you again, you can choose a visit time here.'

// Progress
export const progress = 'Progress'
export const stages = 'Stages of this order'
export const whatNext = 'What happens next'
export const stageScheduled = 'Scheduled'
export const stageSampleCollected = 'Sample Collected'
export const stageLabProcessing = 'Lab Processing'
export const stageResultsReady = 'Results Ready'
export const awaitsPayment = 'When your payment arrives, the booking is confirmed.'
export const paidOn = 'Paid on {moment}.'
export const cannotCome = 'No phlebotomist can come at the moment.'
export const needsNewDay = 'The home visit needs a new day.'
export const sampleAgain = 'A sample has to be taken again.'
export const samplesInPart = 'Some of the samples have been taken.'
export const visitBooked = 'Home visit booked for {visit}.'
export const labExpects = 'The lab expects the patient.'
export const sampleAtHome = 'A phlebotomist takes the sample at home.'
export const sampleAtLab = 'The sample is taken at the lab, during its opening hours.'
export const taken = 'The sample was taken.'
export const takenOn = 'The sample was taken on {moment}.'
export const takenByPhlebotomist = 'Our phlebotomist took the sample on {moment}.'
export const takenByPhlebotomistNamed = '{name}, our phlebotomist, took the sample on {moment}.'
export const takenByLab = 'The lab took the sample on {moment}.'
export const takenByLabNamed = '{name} took the sample at the lab on {moment}.'
export const reachedLab = 'The sample reached the lab.'
export const reachedLabOn = 'The sample reached the lab on {moment}.'
export const labWorks = 'The lab is working on {count} test. | The lab is working on {count} tests.'
export const labDone = 'The lab has done its work.'
export const labNeeds = 'The lab needs up to {span} after it gets the sample.'
export const willWrite = 'We will send an email to {email}.'
export const ready = 'Ready.'
export const readySince = 'Ready since {moment}.'
export const wrote = 'We have sent an email to {email}.'

// What happens next
export const resultsWithin = 'Your result is ready within {span} after the lab gets your sample.'
export const nextNewDay = 'Choose a new day for the home visit, or cancel the booking.'
export const nextLateMoney = 'Your money came late. Choose above what happens to the booking.'
export const nextGo = 'Go to {location} and say the order id at the desk.'
export const nextRest =
  'Some samples have been taken. The lab takes the rest at {location}. Say the order id at the desk.'
export const nextAgainHome =
  'Choose a time for another home visit. Or come to {location} on a day when it is open. It costs nothing more.'
export const nextAgainLab =
  'Come to {location} for a new sample, on a day when it is open. It costs nothing more.'
export const nextNowhere =
  'We cannot come at the moment. Come to {location} on a day when it is open. The lab takes the sample there, at no extra cost.'
export const nextToLab = 'The sample goes to the lab.'
export const nextToScientists = 'The sample goes to the lab’s scientists.'
export const nextApproval = 'A scientist checks the results, and a second person approves them.'
export const nextResults =
  'A scientist checks the results. They are ready within {span} after the sample reached the lab.'
export const nextRead = 'Take the results to a doctor, who can say what they mean for the patient.'
export const nextOnTheWay = 'A phlebotomist is on the way to {address}.'
export const nextWithPatient = 'The phlebotomist is with the patient now.'
export const nextOverdue =
  'No phlebotomist came for the home visit on {visit}. We are sorry. Choose another time. It costs nothing more.'
export const nextUnheard =
  'The home visit was booked for {visit}. We have not heard yet how it went. If no one came, write to {email}.'
export const nextMissed = 'No sample was taken at the home visit. Choose another day. It costs nothing more.'
export const nextVisit = 'A phlebotomist comes to {address} on {visit}.'
export const visitDayUnknown = 'the day of the booking'
export const addressUnknown = 'the address of the booking'

// The samples, one by one
export const theSample = 'The sample'
export const theSamples = 'The samples'
export const sampleNextLabel = 'Next:'
export const sampleName = 'Sample'
export const sampleNumbered = 'Sample {place} of {all}'
export const sampleKindNumbered = '{kind}, {place} of {all}'
export const sampleExpected = 'Not taken yet'
export const sampleNeededAgain = 'Needed again'
export const sampleTaken = 'Taken'
export const sampleReceived = 'In the lab'
export const sampleGivenUp = 'Given up'
export const stepTaken = 'Taken'
export const stepReceived = 'Received'
export const stepNotTaken = 'Could not be taken'
export const stepRejected = 'Rejected'
export const stepGivenUp = 'Given up'
export const stepBy = '{step} by {who}'
export const byLab = 'the lab'
export const byLabNamed = '{name} at the lab'
export const byPhlebotomist = 'a phlebotomist'
export const byPhlebotomistNamed = '{name}, phlebotomist'
export const byBooker = 'the person who booked'
export const sampleNextVisit = 'It is taken at the home visit.'
export const sampleNextLab = 'It is taken at the lab.'
export const sampleNextAgain = 'It is taken again, free of charge.'
export const sampleNextToLab = 'It goes to the lab.'
export const sampleNextToScientists = 'It goes to the lab’s scientists.'
export const sampleNextReady = 'Its results are ready.'
export const sampleNextPart = 'Some results are ready. The lab is working on the rest.'
export const sampleNextWorks = 'The lab is working on it.'
export const sampleNextGivenUp =
  'It is not needed any more. Our team sends its cost back to the person who paid.'

// The promised time of the results
export const promiseLateTitle = 'Late: promised by {moment}'
export const promiseLate = 'The lab promised the results by then. They are not ready yet. Ask us about them:'
export const promiseMovedTitle = 'Now ready by {moment}'
export const promiseMoved =
  'The sample reached the lab later than planned. The results are now ready by {moment} instead of {before}.'
export const promiseSoonTitle = 'Due soon: ready by {moment}'
export const promiseSoon = 'We email you when they are ready. If they are late, ask us.'
export const promisePlannedTitle = 'Results by {moment}'
export const promisePlanned =
  'This is the plan if the home visit goes as booked. We update it when the lab has the samples.'
export const promiseTitle = 'Ready by {moment}'
export const promiseReceived =
  'We count from the time the lab got the samples. The lab is open at the time we show. A second person checks each result.'
export const promiseCollected =
  'We count from the time the samples were taken. The lab is open at the time we show. We update it when the lab has the samples.'
export const promiseNotInLabTitle = 'The lab does not have the samples yet: planned by {moment}'
export const promiseNotInLab = 'When the lab has them, we show here when the results will be ready.'
export const promiseDelayedTitle = 'Later than planned: we expected the results by {moment}'
export const promiseDelayed = 'The samples have not reached the lab yet.'
export const promiseAskUs = 'Ask us about them:'

// After a payment
export const stepVisit = 'A phlebotomist comes to {address}.'
export const stepVisitToYou = 'A phlebotomist comes to you.'
export const stepGo = 'Go to {location}'
export const stepGetReady = 'Get ready'
export const stepResults = 'Results within {span} after the lab gets the sample'
export const stepResultsClosed =
  'If the lab is closed then, you get them when it opens. We send an email to {email} when they are ready.'

// Where and when, and how to prepare
export const walkIn = 'Walk-in Session'
export const homeVisit = 'Home Sample Collection'
export const atLab = 'At the lab'
export const landmark = 'Landmark'
export const when = 'When'
export const where = 'Where'
export const whenNewDay = 'Please choose a new day'
export const whenOpen = 'On a day when the lab is open'
export const patientBorn = '{gender}, born {day}'
export const changeTime = 'Change the time'
export const changeTimeHint = 'It costs nothing until the phlebotomist sets off.'
export const prepareTitle = 'How to prepare'
export const fastFrom = 'Do not eat from {moment}'
export const fastFor =
  'Do not eat for {count} hour before the sample | Do not eat for {count} hours before the sample'
export const prepareNothing = 'No special preparation. Eat and drink as normal.'

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

// An order of a lab
export const labSamples = 'Samples'
export const labNotFoundTitle = 'No paid order like that'
export const labNotFoundHint = 'It may belong to another lab or location. Or it is not paid yet.'
export const labNotFoundAction = 'To the worklist'
export const labWorklist = 'Worklist'

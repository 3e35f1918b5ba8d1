// The page of the cases
export const nothingMoved = 'No money moves because of this.'
export const noOpenCase = 'No open cases'
export const noOpenCaseMore =
  'All money is where it belongs. When money needs a decision, you see it here and get an email.'
export const noClosedCase = 'No closed cases yet'
export const noClosedCaseMore = 'Closed cases appear here, each with its note.'
export const openCases = 'Open cases'
export const closedCases = 'Closed cases'
export const openCount = '{count} open case, by deadline | {count} open cases, by deadline'
export const closedCount = '{count} closed case, newest first | {count} closed cases, newest first'
export const noDay = 'No days yet'
export const noDayMore =
  "After the first payment, we compare each day's money with Paystack's lists. You see it here."
export const dayByDay = 'Day by day'
export const daysIntro = "We compare today's money every hour, and the last seven days every night."
export const cases = 'Cases'
export const casesIntro = "Money that needs your decision, and how our books compare with Paystack's."
export const tabOpen = 'Open'
export const tabClosed = 'Closed'
export const byNumber = 'By number'

// The list of cases, and when a case is due
export const closedAt = 'Closed {moment}'
export const openSince = 'Since {moment}'
export const due = 'Due {moment}'
export const dueSoon = 'Due {time}, {left}'
export const overdue = 'Overdue: {moment}'
export const leftHoursAndMinutes = 'in {hours} h {minutes} min'
export const leftHours = 'in {hours} h'
export const leftMinutes = 'in {minutes} min'

// Missing or wrong fields of an act
export const referenceWrong = 'Write the reference: letters, digits and . / : - without spaces.'
export const bankMissing = 'Choose the bank.'
export const accountWrong = 'Write all ten digits of the account number.'

// The details of a case, and the acts on it
export const sidesCaption = 'What each side says'
export const fact = 'Fact'
export const paystackSays = 'Paystack says'
export const weSay = 'We say'
export const nothing = 'Nothing'
export const actGiveBack = 'Give the money back'
export const actRetry = 'Try the refund again'
export const actRelease = 'Let it pay the order'
export const actAsCredit = 'Give it as credit'
export const actBankDetails = 'Give bank details'
export const actReturnedOutside = 'It was refunded outside Labalaba'
export const cancelTheBooking = 'Cancel the booking'
export const actGiveUp = 'Give up the samples'
export const actAnswer = 'Answer the bank'
export const actClose = 'Close with a note'
export const subjectDispute = 'Dispute'
export const subjectRefund = 'Refund'
export const orderId = 'Order id'
export const payment = 'Payment'
export const about = 'About'
export const found = 'Found'
export const dueAt = 'Due'
export const whatWasDone = 'What was done'
export const whatToDo = 'What to do'
export const whatWeKnow = 'What we know'

// Day by day
export const notFinished = 'Not finished'
export const sumsAgree = 'Sums agree'
export const sumsDiffer = 'Sums differ'
export const daysCaption = 'What each side says about each day'
export const fixed = 'Fixed'
export const compared = 'Compared'
export const verdict = 'Result'
export const paystackSum = 'Paystack: {sum}'
export const ourSum = 'We: {sum}'
export const sumOfPayments = '{amount} in {count} payment | {amount} in {count} payments'
export const dayLine =
  '{fixed} fixed · {count} case · Compared: {when} | {fixed} fixed · {count} cases · Compared: {when}'
export const notYet = 'not yet'

// An amount that is not known, within the texts of the acts
export const theMoney = 'the money'

// Dialog: give the money back
export const giveBackTitle = 'Give {money} back?'
export const giveBackSays =
  'Everything left of this payment goes back to the card or account that paid. This takes 3 to 10 working days.'
export const giveBackDo = 'Give {money} back'
export const giveBackDoing = 'Giving back…'
export const giveBackDone = 'The money is on its way back'
export const personReads = 'The person who booked reads this.'
export const giveBackNoteMissing = 'Write why the money goes back.'

// Dialog: try the refund again
export const retryTitle = 'Try to refund {money} again?'
export const retrySays =
  'We send only this refund to Paystack again. Nothing else changes in the payment or the order.'
export const retryDo = 'Try {money} again'
export const retryDoing = 'Trying again…'
export const retryDone = 'We are trying the refund again'

// Dialog: give it as credit
export const asCreditTitle = 'Give {money} as credit?'
export const asCreditSays =
  'The person who booked gets it at once, for their next booking. Ask them first: it will no longer go back to the card.'
export const asCreditDo = 'Give {money} as credit'
export const asCreditDoing = 'Giving credit…'
export const asCreditDone = 'The money is credit now'

// Dialog: give bank details
export const bankDetailsTitle = "Give the payer's bank account"
export const bankDetailsSays =
  'The card cannot take {money} back. Ask the person who paid for a bank account in their own name. Paystack then sends the money there.'
export const bankDetailsDo = 'Send it to Paystack'
export const bankDetailsDoing = 'Sending…'
export const bankDetailsDone = 'Paystack has the bank account'

// Dialog: it was refunded outside Labalaba
export const outsideTitle = 'Was {money} refunded outside Labalaba?'
export const outsideSays =
  'Record this only after the money has left. We send no money. Our books show it as refunded, and the person who paid gets an email. If it paid for an order, we cancel that order.'
export const outsidePartSays =
  'Our books show it as a refunded part of the order. The order goes on. The person who paid gets an email.'
export const outsideDo = 'Record the refund'
export const outsideDoing = 'Recording the refund…'
export const outsideDone = 'The refund is recorded'
export const outsideNoteLabel = 'Why was it refunded this way?'
export const outsideNoteMissing = 'Write why it was refunded this way.'

// Dialog: cancel the booking
export const cancelTitle = 'Cancel this booking?'
export const cancelSays =
  'All of {money} goes back to the card or account that paid. Credit becomes credit again. The lab and the patient get an email.'
export const cancelDoing = 'Cancelling…'
export const cancelDone = 'The booking is cancelled'
export const cancelNoteMissing = 'Write why you cancel the booking.'

// Dialog: give up the samples
export const giveUpTitle = 'Give up the samples?'
export const giveUpSays =
  'Do this only if the person who booked asked for it. We no longer ask for new samples. The order goes on with its other results. A case says what the given-up tests cost. You cannot undo this.'
export const giveUpDoing = 'Giving up…'
export const giveUpDone = 'The samples are given up. A case says what to refund.'
export const sampleHistoryHint = 'This appears in the history of the sample. Do not name a result.'
export const giveUpNoteMissing = 'Write why you give up the samples.'

// Dialog: let it pay the order
export const releaseTitle = 'Let this money pay its order?'
export const releaseSays =
  'We mark the order as paid and tell the patient and the lab. If the payer paid too much, we refund the extra automatically.'
export const releaseDoing = 'Marking it as paid…'
export const releaseDone = 'The money pays its order'

// Dialog: answer the bank
export const answerTitle = "Answer the payer's bank"
export const answerSays =
  'Your answer is final. If you decline, we also send the evidence shown with this case.'
export const answerDo = 'Send the answer'
export const answerDoing = 'Sending…'
export const answerDone = 'The bank has your answer'
export const answerNoteLabel = 'What should the bank read?'
export const answerNoteHint = 'Say what was done, where and when. Never name a test or a result.'
export const answerNoteMissing = 'Write what the bank should read.'

// Dialog: close with a note
export const closeTitle = 'Close this case?'
export const closeSays = 'No money moves. We keep the note with the case.'
export const closeDo = 'Close the case'
export const closeDoing = 'Closing…'
export const closeDone = 'The case is closed'
export const closeNoteLabel = 'What was done?'
export const closeNoteHint = 'So that people who read it later understand.'
export const closeNoteMissing = 'Write what was done.'

// Fields: the answer to the bank
export const answerQuestion = 'What do we say?'
export const answerDecline = 'Decline with the evidence'
export const answerDeclineMeans = 'We provided the service. The bank decides in a few days.'
export const answerAccept = 'Accept and lose {money}'
export const answerAcceptMeans = 'The payer is right. The bank takes the money from us at once.'

// Fields: how the money went back
export const throughQuestion = 'How did the money go back?'
export const throughBank = 'From our own bank account'
export const throughBankMeans = 'Paystack still holds the payment.'
export const throughDashboard = "In Paystack's dashboard"
export const throughDashboardMeans = 'Paystack sent it back from the money it holds for us.'
export const dashboardReference = "Paystack's refund number"
export const bankReference = "The bank's transfer reference"

// Fields: who cancels
export const behalfQuestion = 'Who cancels?'
export const behalfLabalaba = 'Labalaba'
export const behalfLabalabaMeans = 'The email says that we cancelled.'
export const behalfLab = 'The lab'
export const behalfLabMeans = 'The lab asked for it. The email says so.'

// Fields: the payer's bank account
export const banksFailed = 'The list of banks did not load. Close this and try again.'
export const chooseBank = 'Choose the bank'
export const bank = 'Bank'
export const banksLoading = 'Loading the banks…'
export const accountNumber = 'Account number'
export const accountNumberHint = 'Ten digits. We send it to Paystack and do not keep it.'

// By number
export const cancelChoice = 'Cancel a booking'
export const cancelChoiceMeans =
  'For a lab or for Labalaba, before the sample is taken. All the money goes back.'
export const orderNumber = 'Order number'
export const orderNumberHint = 'As the order shows it: LB-…'
export const orderNumberMissing = 'Write the order number.'
export const giveUpChoice = 'Give up samples'
export const giveUpChoiceMeans =
  'When the person who booked does not want to give a new sample. The other tests go on. A case says what the given-up tests cost.'
export const feeChoice = 'Give a kept collection fee back'
export const feeChoiceMeans = 'The fee goes to the card or account that paid, only once.'
export const paymentReference = 'Payment reference'
export const paymentReferenceHint = 'As the email and Paystack show it: bk-…'
export const paymentReferenceMissing = 'Write the payment reference.'
export const feeDo = 'Give the fee back'
export const feeDone = 'The fee is on its way back'
export const outsideChoice = 'Record a refund made outside Labalaba'
export const outsideChoiceMeans =
  'The whole payment was refunded outside Labalaba. If it paid for an order, we cancel that order.'
export const byNumberQuestion = 'What do you want to do?'
export const why = 'Why?'
export const whyMissing = 'Write why.'
export const working = 'Working…'

// No answer to an act
export const actNotHeard =
  'No answer came. Your network may have dropped. You can try again: we do it only once.'

// Clinical limits without a signature
export const limitsUnsigned = 'Clinical limits without a pathologist’s signature: {counts}.'
export const limitsCritical = '{unsigned} of {rows} critical'
export const limitsResistance = '{unsigned} of {rows} about expected resistance'
export const limitsPlausibility = '{unsigned} of {rows} that only warn'
export const limitsPregnancy = '{unsigned} of {rows} in pregnancy'
export const limitsIntervals = '{unsigned} of {rows} reference intervals'

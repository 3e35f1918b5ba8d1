// The payment link: copy it, share it, send it
export const linkFailed = 'unable to complete test process, try again later'
export const linkShared = 'payment link shared successfully'
export const linkNotSent = 'The link was not sent'
export const linkStillWorks = 'The link still works. You can copy it.'
export const linkTitle = 'Payment Link Created'
export const linkSending = 'Sending…'
export const linkSend = 'Send Link'
export const linkEarlier = 'The earlier link no longer works.'
export const linkExpiresOn = 'This link expires in three days, on {time}.'
export const linkShowsNames = 'Anyone who opens it sees the patient’s name, the lab, the tests and the total.'
export const linkShowsCount =
  'Anyone who opens it sees the patient’s name, the lab, {count} test and the total. | Anyone who opens it sees the patient’s name, the lab, {count} tests and the total.'
export const recipientLabel = 'Recipient email'
export const mobileLabel = 'Mobile'
export const mobileHint = 'The WhatsApp button opens a chat with this number'
export const orderId = 'Order id'
export const patientName = 'Patient name'
export const totalAmount = 'Total amount'
export const linkLabel = 'Link'
export const linkWhat = 'the payment link'
export const linkCopied = 'link copied to clipboard'
export const shareMessage =
  'Please pay {total} for a lab booking on Labalaba with this link. It works until {time}, Nigerian time.'
export const shareEarlier = 'The link that I sent before no longer works.'
export const recipientMissing = 'Enter the email to send the link to'
export const emailInvalid = 'Invalid email format'

// The link was sent
export const sentTitle = 'Link Sent Successfully!'
export const sentTo = 'We sent it to {email}.'
export const sentExpires = 'The link expires after 3 days, on {time}.'
export const nextTitle = 'What happens next'
export const sentStepOpens = 'The payer opens the link'
export const sentStepTotal = 'They see the total, {total}, and need no account.'
export const sentStepConfirmed = 'Your booking is confirmed'
export const sentStepTold = 'When the payment arrives, we email the patient.'
export const sentHome = 'Go Home'
export const seeOrder = 'See the order'

// The page of a payment link
export const payTitle = 'Pay for a lab booking'
export const payNothingPaid = 'Nothing has been paid.'
export const payFor = 'You are asked to pay for {patient}'
export const payTests = '{count} test at {lab} | {count} tests at {lab}'
export const tests = '{count} test | {count} tests'
export const collectionFee = 'Sample collection fee'
export const totalToPay = 'Total to pay'
export const notOpenedTitle = 'The payment page did not open'
export const notOpened = 'You have not paid. You can try again.'
export const visitTakenTitle = 'You cannot pay for this booking now'
export const visitTaken =
  'Other people have taken the time of its home visit. Ask the person who sent you this link to choose another time. Then the link works again. You have not paid.'
export const checkAgain = 'Check again'
export const receiptEmail = 'Your email, for the receipt'
export const opening = 'Opening the payment page…'
export const pay = 'Pay {amount}'
export const paystackNext = 'Next you pay on the secure page of our payment partner, Paystack.'
export const aboutTitle = 'About this booking'
export const resultsPrivate = 'Results are for the patient only.'
export const testsHidden = 'We do not show you the names of the tests.'
export const sample = 'Sample'
export const walkIn = 'Walk-in Session'
export const home = 'Home Sample Collection'
export const linkExpires = 'Link expires'

// A link that has ended
export const endedPaidTitle = 'This booking is paid'
export const endedExpiredTitle = 'This link has expired'
export const endedStoppedTitle = 'This payment link was stopped'
export const endedPaid = 'We have received {amount}. Thank you.'
export const endedPaidTwice =
  'Do not pay again. If you and another person both paid, we send your money back to where it came from.'
export const endedExpired = 'It worked until {time}.'
export const endedStopped = 'The person who sent it has stopped it.'
export const endedNoPaying = 'You cannot pay with it now.'
export const endedAsk = 'Ask the person who sent it for a new one.'
export const paid = 'Paid'
export const endedMoneyTitle = 'Has money left your account?'
export const endedMoney = 'Then do not pay again. Write to {email} and give the order id.'
export const unknownLinkTitle = 'We do not know this payment link'
export const goHomePage = 'Go to the home page'
export const unknownLink =
  'Part of the address may be missing. Open the link again from the message, or ask for a new one. Nothing has been paid.'

// Back from the payment page: checking
export const returnTitle = 'Your payment'
export const checkingMoney =
  'Your bank may already have taken the money. The answer usually comes within two minutes.'
export const checkingAmount =
  'Your bank may already have taken {amount}. The answer usually comes within two minutes.'
export const checkingTitle = 'We are checking with your bank. Do not pay again.'
export const checkingOffline = 'We cannot reach our server from this phone just now. We keep trying.'
export const checkingResting =
  'Your bank has not answered yet. This can happen. You do not have to wait here.'
export const safeTitle = 'Is my money safe?'
export const safeText = 'Yes. If your bank took the money, it pays for your order. If not, it stays with you.'
export const safeToClose = 'You can close this page. We keep checking, and email a receipt when it is paid.'
export const closedUnpaid =
  'Did you close the payment page without paying? Then no money was taken, and you can pay from the order.'

// What became of a payment
export const loginForOrder = 'Log in to see the order'
export const paidForOther = 'If you paid for another person, there is nothing more to do.'
export const seeMyOrders = 'See my orders'
export const settledTitle = 'Payment received'
export const settledAmount = '{amount} has arrived.'
export const settledLate =
  'It came too late to keep the booking as it was. Your money is safe. Choose on the order page what happens now.'
export const settledConfirmed = 'The booking is confirmed.'
export const receiptComes = 'We are sending your receipt by email.'
export const receiptIfEmail = 'If you gave your email, we are sending your receipt there.'
export const nextText =
  'We send the patient the place, the time and how to prepare. We also tell the lab to expect the patient.'
export const seeMyOrder = 'See my order'
export const failedTitle = 'The payment did not go through'
export const failedLeft = 'You left the payment page before you paid.'
export const failedRefused = 'Your bank or card refused the payment.'
export const failedNoMoney = 'No money was taken.'
export const failedKept =
  'Your booking is saved, so you do not have to type anything again. If your bank shows that the money has left, do not pay again. Write to {email}.'
export const heldTitle = 'We have your money, and we are checking the payment'
export const heldText =
  'A payment came, but we could not match it automatically. Do not pay again. Our team checks it and emails you.'
export const heldQuestions = 'Questions? Write to {email} and give this payment number:'
export const alreadyTitle = 'This booking is already paid'
export const alreadyText =
  'Another payment has paid for it, so do not pay again. We have received no money from you.'
export const alreadySent =
  'Did you also send money by card, bank transfer or USSD? Then we send it back to where it came from. This page will tell you.'
export const refundPending = 'We are about to send it.'
export const refundProcessing = 'We have sent it, and your bank is working on it.'
export const refundDone = 'Banks can take some days to show it.'
export const refundFailed = 'Your bank has not accepted it yet. It is safe with us, and we will try again.'
export const returnedPaidBefore =
  'Another payment has already paid for this booking. You do not need to do anything.'
export const returnedCancelled = 'The booking was cancelled before the money came.'
export const returnedCreditGone =
  'The credit for the rest was already used for another booking. You can pay for this one again.'
export const returnedWrongAmount = 'The amount was not the price of the booking.'
export const returnedTitle = 'This payment was returned'
export const returningTitle = 'Your money is on its way back'
export const returnedAmount = 'We have sent {amount} back to where it came from.'
export const returningAmount = 'We are sending {amount} back to where it came from.'
export const leftTitle = 'You left the payment page'
export const leftText = 'No payment has reached us. Your booking is saved, and you can pay now or later.'
export const leftTransfer =
  'Did you send the money by bank transfer or USSD? Then do not pay again. We are checking with your bank, and this page will tell you when it arrives.'
export const unknownTitle = 'We do not know this payment'
export const loginForOrders = 'Log in to see your orders'
export const unknownText =
  'Part of the address may be missing. If money has left your account, do not pay again. Look at your order, or write to {email}.'

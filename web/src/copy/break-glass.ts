// Results of an order that the patient has not let the doctor read
export const notYet = 'Results of this order are ready. You can read them when {name} agrees.'
export const saidNo =
  '{name} has said that you may not read the results. So you cannot open one, even if it needs action now.'
export const noContact =
  'The order has no email of the patient, or your own email or phone. So we cannot ask the patient.'
export const canDoTitle = 'What you can do'
export const canAsk = 'Ask the patient to agree. We email them.'
export const canCall = 'Call {lab}: {phone}. Say the order id, and ask about a result that needs action now.'
export const canOpen =
  'Is a life in danger? You can open results that need action now, if there are any. We tell the patient.'
export const canOpenLater =
  'You have opened what needed action. Is a life in danger by a later result? You can open that too.'
export const canSendLicence =
  'Send us your practising licence. A verified doctor can open a result that needs action now.'
export const sendLicence = 'Send my licence'

// A result that needs action now
export const needsActionTitle = 'A result of this order needs action now'
export const needsActionCall = 'Call {lab} now: {phone}.'
export const needsActionSays =
  'You can open it without the patient’s consent. We tell the patient, and we record your reason.'
export const openButton = 'Open without consent'
export const dialogTitle = 'Open without the patient’s consent?'
export const dialogSays =
  'This opens only what needs action now, for 72 hours. {name} gets a message with your name, and can read your reason.'
export const becauseLegend = 'Why can it not wait?'
export const because = {
  patient_unreachable: 'I cannot reach the patient',
  treatment_now: 'The patient needs treatment now',
  other: 'Another reason',
} as const
export const becauseChoose = 'Choose'
export const becauseMissing = 'Choose why it cannot wait.'
export const reasonLabel = 'Say it in your own words'
export const reasonHint = 'The patient reads this. For example: I rang twice, and no one answered.'
export const reasonMissing = 'Write why, in a few words.'
export const opening = 'Opening'
export const openDone = 'The result is open for 72 hours'

// The doctor’s inbox
export const inboxTitle = 'A result needs action now | {count} results need action now'
export const inboxSays = 'The patient has not let you read it. Call the lab, or open it without consent.'
export const inboxReleased = '{lab} · ready since {time}'

// Handovers at the lab
export const handoversTitle = 'Handovers'
export const worklist = 'Worklist'
export const handoversHint =
  'These samples come from home visits. Count them when you take them over, so that none gets lost. An operator looks for missing samples. They also look for samples over 24 hours old that are not here.'
export const handoversCount = '{count} home visit | {count} home visits'
export const handoversEmptyTitle = 'No samples are on their way'
export const handoversEmpty =
  'You see samples here from when a phlebotomist takes them until you receive them.'
export const handoverOrder = 'Order {order}'
export const handoverLate = 'Over 24 hours'
export const handoverFor = 'For {location}'
export const sampleReceived = 'Received'
export const sampleRejected = 'Rejected'
export const sampleMissing = 'Missing'
export const sampleHere = 'Here'
export const handoverMissing =
  'An operator looks for the missing samples. If one arrives, receive it on the order page. If it stays lost, a scientist rejects it there. We then ask the patient for a new sample.'
export const countSamples = 'Count the samples'
export const stateOnItsWay = 'On its way'
export const stateHandedOver = 'Handed over'
export const stateCounted = 'Counted'
export const stateMissing = 'Missing'
export const thePhlebotomist = 'The phlebotomist'
export const carried = '{who} took {count} sample, {when} | {who} took {count} samples, {when}'
export const handedOver = 'Says that {given} of {all} were handed over, {when}'
export const handedOverUnsaid = 'Not reported as handed over yet. A phone without a network reports it later.'
export const counted = '{who} found {found} of {all}, {when}'
export const someoneAtLab = 'Someone at the lab'

// Counting the samples
export const countedMissing =
  '{count} sample missing. We tell an operator. | {count} samples missing. We tell an operator.'
export const countDone = '{count} sample counted | {count} samples counted'
export const countTitle = 'Which samples are here?'
export const countReport = 'Report {missing} of {all} missing'
export const countAll = 'The sample is here | All {count} are here'
export const countFailed = 'Nothing is counted yet'
export const countHint =
  'Compare each label with what you hold, and tick it. We save your name with the count. You cannot change it later.'
export const countReceived =
  'The lab has already received {count} sample of this order. | The lab has already received {count} samples of this order.'

// The wallet
export const emptyDoctor = 'Nothing earned yet'
export const emptyPatient = 'No credit yet'
export const emptyDoctorSays = 'Book a test for a patient. After it is paid, your earnings appear here.'
export const emptyPatientSays =
  'When you get money back as credit, it appears here. It pays for your next booking.'
export const findLaboratory = 'Find a laboratory'
export const wallet = 'Wallet'
export const introDoctor = 'What you earn on the tests that you book. It never changes a patient’s price.'
export const introPatient = 'Your money for your next booking.'
export const entries = 'Entries'
export const moneySafe = 'Your money is safe.'

// Balances
export const credit = 'Credit'
export const creditSays = 'Pays for your next booking, if you pay it yourself.'
export const available = 'Available'
export const availableSays = 'The results of these bookings are released.'
export const pending = 'Pending'
export const pendingSays = 'Becomes available when the result is released.'
export const balances = 'Balances'

// The chart
export const showFigures = 'Show the figures'
export const monthsCaption = 'What you earned and what was taken back, month by month'
export const month = 'Month'
export const earned = 'Earned'
export const takenBack = 'Taken back'
export const earnedByMonth = 'Earned by month'
export const inTwelveMonths = '{amount} in twelve months'

// Entries
export const balanceAfter = '{balance} after'

// The statement
export const thisMonth = 'This month'
export const lastMonth = 'Last month'
export const threeMonths = 'This month and the two before'
export const twelveMonths = 'The last twelve months'
export const statement = 'Statement'
export const statementSays =
  'All entries by day, with the balance at the start and end of each day. It is a CSV file for a spreadsheet.'
export const whichMonths = 'Which months'
export const fileLoading = 'Getting the file…'
export const downloadCsv = 'Download CSV'
export const fileFailed = 'The file did not download'
export const canTryAgain = 'You can try again.'

// The links between a doctor's pages
export const switchPatients = 'Patients'
export const switchOrderSets = 'Order sets'
export const switchLicence = 'Licence'
export const switchName = 'For doctors'

// A doctor's patients
export const myPatients = 'My patients'
export const patientsIntro = 'Everyone you have booked for, latest booking first.'
export const findPatient = 'Find a patient'
export const findPatientHint = 'A part of the name'
export const morePatients = 'Loading more'
export const showMore = 'Show more'
export const noPatients = 'No patients yet'
export const noPatientsSays = 'Book a test for a patient. The patient then appears here with their orders.'
export const noPatientFound = 'No patient with that name'
export const noPatientFoundSays = 'Try a shorter part of the name.'

/** From the patient's visit to the result. */
export const doctorSteps = [
  {
    title: 'Pick a lab and location',
    words: 'Compare locations near your patient, not only those near your clinic.',
  },
  {
    title: 'Add tests and patient',
    words: 'Enter the patient’s name, date of birth, gender, phone and email. Walk-in or home collection.',
  },
  {
    title: 'Pay, or send a link',
    words: 'Pay at checkout, or send a payment link to the patient or the family. It expires after 3 days.',
  },
  {
    title: 'Read the result',
    words: 'You and your patient get an email when it is ready and read it on the dashboard.',
  },
] as const

/** How earning works. The rate is shown behind the sign-in, because it may change. */
export const earning = [
  {
    title: 'A percentage on each test',
    words:
      'You earn a percentage on each test you book that is paid for. Your dashboard shows the current rate.',
  },
  {
    title: 'Into your wallet',
    words: 'You see each booking with what it earned, so there is nothing to add up by hand.',
  },
  {
    title: 'Open with your patients',
    words:
      'Be open about what you earn, book only what the patient needs, and follow the rules of your professional body.',
  },
] as const

/** Frequent questions of doctors. */
export const doctorQuestions = [
  {
    title: 'How do I join as a doctor?',
    words:
      'Choose Doctor when you sign up and give us your name, phone number and email. Confirm the code we send to your email and you can start booking for your patients.',
  },
  {
    title: 'How do I book for a patient?',
    words:
      'Pick a lab and a location, add the tests, then enter the patient’s name, date of birth, gender, phone and email. Choose walk-in or home sample collection. Your patient does not need an account.',
  },
  {
    title: 'How do I earn?',
    words:
      'You earn a percentage on each test you book that is paid for. It goes into your wallet, and your dashboard shows each booking beside what it earned. The current rate is on your dashboard after you sign in.',
  },
  {
    title: 'How does my patient pay?',
    words:
      'You can pay at checkout or create a payment link and send it to the patient’s email or phone. The link carries the order id, the patient’s name, the number of tests and the total, and it expires after 3 days. The tests are named only if you choose to show them.',
  },
  {
    title: 'How will I get the result?',
    words:
      'You and your patient get an email when it is ready and read it on the dashboard, within 24 to 72 hours after the lab receives the sample for most tests. You can follow the order step by step while you wait.',
  },
  {
    title: 'Should I tell my patients that I earn on bookings?',
    words:
      'Yes. Be open about it, book only what the patient needs, and follow the rules of your professional body. Patients are always free to choose another lab.',
  },
] as const

export const doctorDescription =
  'Book lab tests for your patients with Labalaba: pick a lab near them, send a payment link, follow the order, read the result, and earn on each paid booking.'

export const labDescription =
  'List your lab on Labalaba: your prices, your test list, bookings that are paid before you start. Pharmacies and phlebotomists can join too.'

/** What each partner does with us, in its tab. */
export const partners = [
  {
    id: 'doctors',
    name: 'Doctors',
    title: 'Book, earn and follow up',
    points: [
      'Book tests for your patients in minutes, from your phone or computer.',
      'Earn a percentage into your wallet on each paid booking.',
      'Get the results by email and on your dashboard, and follow up without delay.',
    ],
  },
  {
    id: 'pharmacies',
    name: 'Pharmacies',
    title: 'Test before treatment, at your counter',
    points: [
      'Help customers book the test they need before they buy medicine by guesswork.',
      'Offer your shop as a neat, easy-to-find point for sample pick-up.',
      'Share a payment link so customers can pay online, with no cash to keep.',
    ],
  },
  {
    id: 'phlebotomists',
    name: 'Phlebotomist',
    title: 'Visits in the areas you cover',
    points: [
      'Get patients allocated to you in the areas you cover.',
      'Collect samples at the patient’s location and submit them at the allocated lab.',
      'Get paid for completed visits and choose the days you work.',
    ],
  },
] as const

/** The benefits for a laboratory. */
export const benefits = [
  {
    title: 'More patients',
    words: 'People searching in your area can find your locations and your tests.',
  },
  {
    title: 'Paid before you start',
    words: 'Bookings come with payment, so your desk does not chase money.',
  },
  {
    title: 'Clean request details',
    words: 'Patient name, age, gender, phone and tests arrive typed, not scribbled.',
  },
  {
    title: 'Your prices, your list',
    words: 'You decide what each test costs and which location offers it.',
  },
  {
    title: 'Home collection made easier',
    words: 'Reach patients who cannot come, with samples submitted to your bench.',
  },
  {
    title: 'One view of your work',
    words: 'Follow bookings from scheduled to results ready for all your locations.',
  },
] as const

/** A phlebotomist's day with us. */
export const phlebotomistSteps = [
  { title: 'Get patients allocated', words: 'Visits come to you in the areas you cover.' },
  { title: 'Collect samples', words: 'At the patient’s location, labelled at the patient’s side.' },
  { title: 'Submit samples', words: 'Hand them in at the allocated lab.' },
  { title: 'Get paid', words: 'For each visit that you complete.' },
] as const

/** Frequent questions of laboratories. */
export const labQuestions = [
  {
    title: 'Which labs can join?',
    words:
      'Any medical laboratory with a valid licence and a responsible scientist or pathologist in charge. We ask for your registration papers, your test list and your prices before your locations go live.',
  },
  {
    title: 'How do bookings reach us?',
    words:
      'Each booking comes with the patient’s details, the tests, the location and whether it is walk-in or home collection. You receive it as soon as the patient has paid.',
  },
  {
    title: 'Do we set our own prices?',
    words:
      'Yes. You decide your test list and your prices for each test. A test with no price is not shown to patients.',
  },
  {
    title: 'Who collects the samples for home visits?',
    words:
      'You can use your own staff, or a phlebotomist allocated on the platform who collects at the patient’s location and submits the sample at your lab. Every sample is labelled at the patient’s side.',
  },
  {
    title: 'How fast must we release results?',
    words:
      'Patients expect most results within 24 to 72 hours after you receive the sample. If a test needs more time, state it on your test list so that nobody is surprised.',
  },
  {
    title: 'Can we list more than one location?',
    words:
      'Yes. Add each location with its address, landmark, opening hours and the departments it offers. Patients pick the location that is nearest to them.',
  },
] as const

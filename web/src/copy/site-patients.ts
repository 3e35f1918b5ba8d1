/** Four reasons, on the pages for patients. */
export const whyChoose = [
  {
    title: 'Know the price first',
    words: 'See the price of every test and the collection fee before you pay.',
  },
  {
    title: 'Labs you can check',
    words: 'Each lab shows its accreditation, departments, locations and opening hours.',
  },
  {
    title: 'Home or walk-in',
    words: 'Go to the lab near you, or let a phlebotomist come to you.',
  },
  {
    title: 'Results on your phone',
    words: 'Most results reach you within 24 to 72 hours after the lab receives your sample.',
  },
] as const

/** The services that are available anywhere in the country. */
export const services = [
  {
    title: 'Blood and urine tests',
    words: 'From malaria and full blood count to kidney, liver and sugar tests.',
  },
  {
    title: 'Home sample collection',
    words: 'A trained phlebotomist comes to your house, hostel or office.',
  },
  {
    title: 'Full check-up packages',
    words: 'Annual, pre-marital, pre-school and pre-employment checks in one booking.',
  },
  {
    title: 'Women’s and men’s health',
    words: 'Antenatal, fertility, Pap smear and prostate tests, handled with care.',
  },
  { title: 'Scans and heart checks', words: 'Ultrasound, X-ray and ECG at locations that offer them.' },
  { title: 'Pay for somebody else', words: 'Send a payment link to family at home or abroad.' },
] as const

/** The steps to a result. */
export const steps = [
  {
    title: 'Download the app',
    words: 'Add Labalaba to your home screen, or simply use this site.',
  },
  {
    title: 'Book a test',
    words: 'Pick a lab, add your tests, and choose walk-in or home collection.',
  },
  {
    title: 'Get results quickly',
    words: 'We email you when your result is ready. Sign in to read it on your phone.',
  },
] as const

/** Frequent questions of patients. */
export const patientQuestions = [
  {
    title: 'How do I book a test?',
    words:
      'Create an account, search for a lab near you and pick the location you prefer. Add the tests you want to your cart, fill in the patient’s details and choose how you want to pay. You can book for yourself, your child, your parent or anybody you care for.',
  },
  {
    title: 'Must I go to the lab?',
    words:
      'No. Choose Walk-in Session if you want to go to the lab yourself, or Home Sample Collection if you want a trained phlebotomist to come to your house or office. Home collection costs a little extra. You will see the fee in your order summary before you pay; walk-in has no collection fee.',
  },
  {
    title: 'When will my result be ready?',
    words:
      'Most results are ready within 24 to 72 hours after the lab receives your sample. Some special tests take longer, and the lab will tell you so. We send you an email when the result is ready, and you can also open it on your dashboard.',
  },
  {
    title: 'How can I pay?',
    words:
      'You can pay online by card or transfer through our payment partner. If someone else is paying, choose Generate payment link and send it to them by email or phone. The link shows what they are paying for and it expires after 3 days. If it expires before payment, simply create a new one.',
  },
  {
    title: 'How do I follow my order?',
    words:
      'Open the tracking page and use your order id, or sign in and open the order. You will see four steps: Scheduled, Sample Collected, Lab Processing and Results Ready. The step you are on is marked, so there is no need to keep calling.',
  },
  {
    title: 'Who can see my result?',
    words:
      'Your result is private. It goes to you, to the lab that did the test, and to the doctor who booked it for you, if there is one. We do not post results on social media or give them to an employer or relative unless you tell us to.',
  },
] as const

/** The two ways to give a sample. */
export const ways = [
  {
    title: 'Walk-in Session',
    words: 'Walk in to the lab after booking. There is no collection fee.',
    points: [
      'Pick the location that is nearest to you',
      'See its address, landmark and opening hours first',
      'Show your order id at the desk',
    ],
  },
  {
    title: 'Home Sample Collection',
    words: 'A phlebotomist visits you for a little extra fee, which you see before you pay.',
    points: [
      'Choose the day, the time and the address',
      'Good for small children, older parents and fasting tests',
      'Your sample goes to the lab that you chose',
    ],
  },
] as const

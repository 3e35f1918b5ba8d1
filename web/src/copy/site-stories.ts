/** A short story of a possible user. All stories are invented, and the page says so on each. */
export type Story = { words: string; name: string; from: string }

/** Shown under every story. */
export const illustrative = 'Illustrative story. Names and details are made up for this demo.'

/** Stories of patients. */
export const visitorStories: readonly Story[] = [
  {
    words:
      'I booked my mother’s kidney tests from my office and the phlebotomist met her at home in Ilorin before breakfast. Two days later the result was in my email.',
    name: 'Folasade O.',
    from: 'Ilorin',
  },
  {
    words:
      'What I liked is that I saw the price of every test before I left my house. Nobody added anything at the counter.',
    name: 'Obiora E.',
    from: 'Awka',
  },
  {
    words:
      'I was fasting and did not want to queue. I chose a 7 a.m. walk-in, they took my sample in ten minutes and I went to work.',
    name: 'Hauwa D.',
    from: 'Kaduna',
  },
  {
    words:
      'My brother is abroad and wanted to pay for our father’s check-up. I sent him the payment link and it was done that evening.',
    name: 'Ubong U.',
    from: 'Uyo',
  },
  {
    words: 'The tracking page helped me calm down. I could see that the lab had started work on my sample.',
    name: 'Doofan I.',
    from: 'Makurdi',
  },
]

/** Stories of doctors. */
export const doctorStories: readonly Story[] = [
  {
    words:
      'Before now I wrote tests on paper and hoped the patient would go. Now I book it while they are sitting in front of me, and the result comes back to me.',
    name: 'Dr Kenechukwu A.',
    from: 'Enugu',
  },
  {
    words:
      'My older patients love the home collection. I no longer lose days waiting for them to find transport to a laboratory.',
    name: 'Dr Nafisatu J.',
    from: 'Kano',
  },
  {
    words: 'The wallet is straightforward. I see each booking, whether it is paid, and what I earned on it.',
    name: 'Dr Olumide F.',
    from: 'Ibadan',
  },
  {
    words:
      'I can compare branches near my patient and not only near my clinic. That small thing has improved how many people actually do their tests.',
    name: 'Dr Oreva E.',
    from: 'Warri',
  },
  {
    words:
      'I send a payment link to the family and move on to the next patient. No cash passes through my desk.',
    name: 'Dr Dachung B.',
    from: 'Jos',
  },
]

/** Stories of affiliated laboratories. */
export const labStories: readonly Story[] = [
  {
    words:
      'Bookings arrive with the full details typed out, so our front desk spends less time asking the same questions.',
    name: 'Laboratory manager',
    from: 'Bronze Court Diagnostics, Benin City',
  },
  {
    words:
      'We are a small team in Gboko. The listing helped people outside our street to know that we exist.',
    name: 'Chief scientist',
    from: 'Terna-Ikyor Medical Laboratory, Gboko',
  },
  {
    words: 'Because the patient pays before coming, we start work as soon as the sample enters the door.',
    name: 'Operations lead',
    from: 'Coal Hill Diagnostics, Enugu',
  },
  {
    words: 'Home samples now reach us with proper labels and times. That used to be our biggest headache.',
    name: 'Quality officer',
    from: 'Garden Creek Diagnostics, Port Harcourt',
  },
  {
    words:
      'Listing each branch with its own hours reduced the number of patients who arrive to meet a closed gate.',
    name: 'Branch head',
    from: 'Rima Valley Diagnostics, Sokoto',
  },
]

/** Stories of healthcare centres. */
export const centreStories: readonly Story[] = [
  {
    words:
      'We do not run our own laboratory, so referrals used to delay us. Now the nurse books it before the patient leaves the ward.',
    name: 'Matron',
    from: 'A maternity home in Abeokuta',
  },
  {
    words:
      'For our staff medicals we booked thirty people across three branches and followed everything on one screen.',
    name: 'Practice manager',
    from: 'A family clinic in Port Harcourt',
  },
  {
    words:
      'Our patients come from far villages. Knowing that the result will come by email saves them a second trip.',
    name: 'Community health officer',
    from: 'A mission clinic near Lafia',
  },
  {
    words: 'Payment links changed things for our antenatal clinic. Husbands pay from wherever they are.',
    name: 'Head midwife',
    from: 'A maternity centre in Owerri',
  },
  {
    words:
      'When one laboratory is closed for the holiday we can see another one that is open, with its landmark and opening hours.',
    name: 'Duty doctor',
    from: 'A day clinic in Bauchi',
  },
]

/** Invented names. Labs have similar names on purpose, as in reality. */
export const families = [
  ...[
    'Adeyemi',
    'Adebayo',
    'Adekunle',
    'Adesina',
    'Adewale',
    'Afolabi',
    'Agbaje',
    'Ajayi',
    'Akande',
    'Akinola',
  ],
  ...['Akpan', 'Alabi', 'Aliyu', 'Aminu', 'Anyanwu', 'Asuquo', 'Ayodele', 'Babatunde', 'Balogun', 'Bassey'],
  ...['Bello', 'Chukwu', 'Danjuma', 'Ebele', 'Edet', 'Effiong', 'Egwu', 'Ekwueme', 'Eze', 'Fashola'],
  ...['Garba', 'Gwarzo', 'Ibekwe', 'Ibrahim', 'Idris', 'Igwe', 'Ikenna', 'Iroha', 'Jibril', 'Kalu'],
  ...['Lawal', 'Madu', 'Maikudi', 'Mbah', 'Musa', 'Nnamdi', 'Nwachukwu', 'Nwosu', 'Obi', 'Odukoya'],
  ...['Ogbonna', 'Ogundipe', 'Ogunleye', 'Ojo', 'Okafor', 'Okeke', 'Okonkwo', 'Okoro', 'Oladipo', 'Olawale'],
  ...['Onyeka', 'Osagie', 'Ọlátúnjí', 'Ṣóyínká', 'Sani', 'Tijani', 'Uche', 'Udoh', 'Usman', 'Yakubu'],
]
export const virtues = [
  'Grace',
  'Mercy',
  'Precision',
  'Prime',
  'Royal',
  'Sure',
  'True',
  'Unity',
  'Victory',
  'Zion',
]
export const firstNames = [
  ...[
    'Ada',
    'Aisha',
    'Amaka',
    'Bola',
    'Chidi',
    'Chioma',
    'Damilola',
    'Emeka',
    'Fatima',
    'Femi',
    'Hauwa',
    'Ifeoma',
  ],
  ...[
    'Ibrahim',
    'Jide',
    'Kelechi',
    'Kemi',
    'Kunle',
    'Maryam',
    'Ngozi',
    'Nkechi',
    'Obinna',
    'Sade',
    'Tunde',
    'Zainab',
  ],
]
export const kinds = [
  ...['Medical Laboratory', 'Medical Laboratory', 'Diagnostics', 'Diagnostic Centre', 'Laboratories'],
  ...['Medical Diagnostics', 'Clinical Laboratory', 'Health Laboratory', 'Specialist Laboratory'],
]
export const streets = [
  ...['Herbert Macaulay Way', 'Broad Street', 'Awolowo Road', 'Station Road', 'Market Road', 'Hospital Road'],
  ...[
    'Aba Road',
    'Bank Road',
    'Zaria Road',
    'Ahmadu Bello Way',
    'Oba Akran Avenue',
    'Allen Avenue',
    'Mission Road',
  ],
]
export const hours = [
  ...['Mon-Fri 07:30-18:00; Sat 08:00-16:00', 'Mon-Sat 08:00-18:00; Sun 13:00-17:00', 'Mon-Fri 08:00-17:00'],
  ...['Mon-Sun 07:00-20:00'],
]
export const landmarks = ['', '', 'Near the main junction', 'Opposite the stadium gate', 'Beside the bank']

/** How much busier some states are than an ordinary one. */
export const crowded: Readonly<Record<string, number>> = {
  Lagos: 60,
  FCT: 14,
  'Federal Capital Territory': 14,
  Rivers: 10,
  Oyo: 9,
  Kano: 8,
  Ogun: 7,
  Edo: 5,
  Enugu: 5,
  Kaduna: 5,
  Anambra: 4,
  Delta: 4,
}

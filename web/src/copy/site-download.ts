export const downloadDescription =
  'Put Labalaba on your home screen on Android, iPhone or a computer: no store needed, almost no space, and always up to date.'

/** How to install from the browser, if the browser makes no install offer of its own. */
export const platforms = [
  {
    id: 'android',
    name: 'Android',
    steps: [
      'Open this site in Chrome.',
      'Tap the three dots at the top right.',
      'Tap “Add to Home screen”, then “Install”.',
    ],
  },
  {
    id: 'iphone',
    name: 'iPhone and iPad',
    steps: [
      'Open this site in Safari.',
      'Tap the Share button, the square with an arrow.',
      'Tap “Add to Home Screen”, then “Add”.',
    ],
  },
  {
    id: 'computer',
    name: 'Computer',
    steps: [
      'Open this site in Chrome or Edge.',
      'Click the install sign in the address bar.',
      'Click “Install”.',
    ],
  },
] as const

/** Everything that an operator changes to use another brand. Web and server both read it only from here. */
export const brand = {
  name: 'Labalaba',
  supportEmail: 'support@labalaba.example',
  supportPhone: '0800 000 0000',
  chatLink: 'https://wa.me/2348000000000',
  streetAddress: '1 Example Street, Yaba, Lagos',
  instagram: 'https://www.instagram.com/labalaba.example',
  linkedIn: 'https://www.linkedin.com/company/labalaba-example',
  appStoreLink: '',
  playStoreLink: '',
  /** The Android app as a file, for phones without the app store. */
  appFileLink: '',
  deletionFormLink: '',
  /** Claims of the owner, shown as such and never computed. */
  claims: { labs: '200+', tests: 'up to 5000', patients: 'Over 1000 Satisfied Patients', doctors: '100+' },
} as const

/** Versions of the texts that a person accepts when they register. */
export const consentVersions = { terms: '2026-11-21', privacy: '2026-11-23' } as const

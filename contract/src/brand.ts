/** Everything an operator changes to carry another name. Web and server both read it here, and nowhere else. */
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
  /** The Android app as a file, for phones without the store. */
  appFileLink: '',
  deletionFormLink: '',
  /** The owner's claims; shown as the owner's, never computed. */
  claims: { labs: '200+', tests: 'up to 5000', patients: 'Over 1000 Satisfied Patients', doctors: '100+' },
} as const

/** Versions of the texts that a person accepts when they register. */
export const consentVersions = { terms: '2026-11-21', privacy: '2026-11-23' } as const

// The titles of the public pages in tabs, search engines and shared links.
export const landingTitle = 'Labalaba: book medical lab tests across Nigeria'
export const visitorTitle = 'Book a test for you or your family'
export const doctorTitle = 'For doctors: book lab tests for your patients'
export const labTitle = 'For laboratories, pharmacies and phlebotomists'
export const downloadTitle = 'Get the app'

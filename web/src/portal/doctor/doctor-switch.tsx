import { TabLinks } from '../../ui/tab-links.tsx'

const places = [
  { to: '/portal/doctor', words: 'Results' },
  { to: '/portal/doctor/patients', words: 'Patients' },
  { to: '/portal/doctor/sets', words: 'Order sets' },
  { to: '/portal/doctor/licence', words: 'Licence' },
]

/** Links to the doctor's pages, side by side. */
export function DoctorSwitch() {
  return <TabLinks name="For doctors" links={places} />
}

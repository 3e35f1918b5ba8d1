import { TabLinks } from '../../components/tabs.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/wallet.ts'

const places = [
  { to: '/portal/doctor', words: shared.results },
  { to: '/portal/doctor/patients', words: copy.switchPatients },
  { to: '/portal/doctor/sets', words: copy.switchOrderSets },
  { to: '/portal/doctor/licence', words: copy.switchLicence },
]

/** Links to the doctor's pages, side by side. */
export function DoctorSwitch() {
  return <TabLinks name={copy.switchName} links={places} />
}

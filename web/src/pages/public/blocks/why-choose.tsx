import { HouseIcon, PhoneIcon, ReceiptIcon, VerifiedIcon } from '../../../components/first-icons.tsx'
import * as copy from '../../../copy/site.ts'
import { whyChoose } from '../../../copy/site-patients.ts'
import { Reasons } from './reasons.tsx'

const icons = [ReceiptIcon, VerifiedIcon, HouseIcon, PhoneIcon]

/** Four reasons to choose us. */
export function WhyChoose() {
  return <Reasons id="why" title={copy.whyTitle} reasons={whyChoose} icons={icons} across={4} />
}

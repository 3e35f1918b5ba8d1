import { brand } from '@labalaba/contract'
import { HouseIcon, PhoneIcon, ReceiptIcon, VerifiedIcon } from '../../ui/first-icons.tsx'
import { whyChoose } from '../copy/patients.ts'
import { Reasons } from './reasons.tsx'

const icons = [ReceiptIcon, VerifiedIcon, HouseIcon, PhoneIcon]

/** Four reasons to choose us. */
export function WhyChoose() {
  return <Reasons id="why" title={`Why choose ${brand.name}`} reasons={whyChoose} icons={icons} across={4} />
}

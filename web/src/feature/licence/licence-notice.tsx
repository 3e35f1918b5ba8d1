import { Banner } from '../../ui/banner.tsx'
import { Link } from '../../ui/link.tsx'
import { useLicence } from './queries.ts'

/** Tells a doctor who is not verified what that means, and where to go; nothing for everybody else. */
export function LicenceNotice() {
  const own = useLicence().data?.data
  if (!own || own.isVerified) return null
  return (
    <Banner tone="info" title="Your practising licence is not checked yet">
      <p>
        You can book, and earn nothing until then. <Link to="/portal/doctor/licence">See your licence</Link>
      </p>
    </Banner>
  )
}

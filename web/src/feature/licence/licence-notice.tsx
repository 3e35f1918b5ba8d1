import { Banner } from '../../ui/banner.tsx'
import { Link } from '../../ui/link.tsx'
import { useLicence } from './queries.ts'

/** Tells an unverified doctor what that means and what to do; renders nothing for others. */
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

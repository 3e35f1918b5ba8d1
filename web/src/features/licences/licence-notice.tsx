import { Banner } from '../../components/banner.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/licences.ts'
import { useLicence } from './queries.ts'

/** Tells an unverified doctor what that means and what to do; renders nothing for others. */
export function LicenceNotice() {
  const own = useLicence().data?.data
  if (!own || own.isVerified) return null
  return (
    <Banner tone="info" title={copy.noticeTitle}>
      <p>
        {copy.noticeSays} <Link to="/portal/doctor/licence">{copy.noticeLink}</Link>
      </p>
    </Banner>
  )
}

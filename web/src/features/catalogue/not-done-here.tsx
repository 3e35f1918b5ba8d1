import type { LabLocation, LabTest } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/catalogue.ts'
import { fill, plural } from '../../lib/fill.ts'
import { namesListed } from '../../lib/names.ts'
import { locationsDoingAll } from './policy.ts'

type NotDoneHereProps = {
  /** Selected tests that the chosen location does not do. */
  missing: readonly LabTest[]
  /** All tests selected at this lab. */
  chosen: readonly LabTest[]
  location: LabLocation
  locations: readonly LabLocation[]
  onRemove: () => void
  onMove: (location: LabLocation) => void
}

/** Lists selected tests that the chosen location does not do, with both solutions. The selection stays until then. */
export function NotDoneHere({ missing, chosen, location, locations, onRemove, onMove }: NotDoneHereProps) {
  const better = locationsDoingAll(chosen, locations)[0]
  return (
    <Banner
      tone="warn"
      title={plural(copy.missingTitle, missing.length, { location: location.name })}
      announce
    >
      <p className="text-small">
        {plural(copy.missingWords, missing.length, {
          names: namesListed(missing.map((test) => test.testName)),
        })}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {better ? (
          <Button onClick={() => onMove(better)}>{fill(copy.useLocation, { name: better.name })}</Button>
        ) : null}
        <Button look={better ? 'quiet' : 'secondary'} onClick={onRemove}>
          {plural(copy.removeMissing, missing.length)}
        </Button>
      </div>
    </Banner>
  )
}

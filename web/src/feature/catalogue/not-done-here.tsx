import type { LabLocation, LabTest } from '@labalaba/contract'
import { counted } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { locationsDoingAll, namesListed } from './policy.ts'

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
  const one = missing.length === 1
  return (
    <Banner
      tone="warn"
      title={`${counted(missing.length, 'selected test')} not done at ${location.name}`}
      announce
    >
      <p className="text-small">
        {namesListed(missing.map((test) => test.testName))} {one ? 'stays' : 'stay'} selected until you choose
        another location or remove {one ? 'it' : 'them'}.
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {better ? <Button onClick={() => onMove(better)}>Use {better.name}</Button> : null}
        <Button look={better ? 'quiet' : 'secondary'} onClick={onRemove}>
          Remove {one ? 'this test' : `these ${missing.length} tests`}
        </Button>
      </div>
    </Banner>
  )
}

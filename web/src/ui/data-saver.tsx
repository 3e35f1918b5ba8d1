import { useSyncExternalStore } from 'react'
import { onSaverChange, saveData } from '../lib/saver.ts'
import { isSavingData } from '../lib/saving.ts'
import { Card } from './card.tsx'
import { Switch } from './switch.tsx'

/** The choice to use less data on this device, with an explanation. */
export function DataSaver() {
  const isOn = useSyncExternalStore(onSaverChange, isSavingData, () => false)
  return (
    <Card as="section" labelledBy="data-saver">
      <div className="*:flex *:min-h-12 *:w-full *:justify-between *:gap-4">
        <Switch on={isOn} describedBy="data-saver-words" onTurned={saveData}>
          <span id="data-saver" className="heading-small">
            Data saver
          </span>
        </Switch>
      </div>
      <p id="data-saver-words" className="text-muted mt-1">
        Lists come six at a time, pictures that only decorate stay away, nothing moves, and this device keeps
        a page for the time without a network only once you have opened it. It counts on this device, and is
        on by itself where your browser saves data everywhere.
      </p>
    </Card>
  )
}

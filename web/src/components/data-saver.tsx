import { useSyncExternalStore } from 'react'
import * as copy from '../copy/components.ts'
import { onSaverChange, saveData } from '../lib/data-saver.ts'
import { isSavingData } from '../lib/saving.ts'
import { Card } from './card.tsx'
import { Switch } from './choices.tsx'

/** The choice to use less data on this device, with an explanation. */
export function DataSaver() {
  const isOn = useSyncExternalStore(onSaverChange, isSavingData, () => false)
  return (
    <Card as="section" labelledBy="data-saver">
      <div className="*:flex *:min-h-12 *:w-full *:justify-between *:gap-4">
        <Switch on={isOn} describedBy="data-saver-words" onTurned={saveData}>
          <span id="data-saver" className="heading-small">
            {copy.dataSaver}
          </span>
        </Switch>
      </div>
      <p id="data-saver-words" className="text-muted mt-1">
        {copy.dataSaverWords}
      </p>
    </Card>
  )
}

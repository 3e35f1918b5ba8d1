import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/price-lists.ts'

type WhichLocationProps = {
  address: string
  locations: readonly { readonly address: string; readonly name: string }[]
  /** There is unsaved input that choosing another location would hide. */
  touched: boolean
  onChosen: (address: string) => void
}

/** Chooses the location; renders nothing for a lab with one location. It cannot be changed while there is unsaved input. */
export function WhichLocation({ address, locations, touched, onChosen }: WhichLocationProps) {
  if (locations.length < 2) return null
  if (!touched)
    return (
      <div className="max-w-md">
        <SelectField
          label={copy.location}
          value={address}
          options={locations.map((one) => ({ value: one.address, label: one.name }))}
          onChosen={onChosen}
        />
      </div>
    )
  return (
    <p>
      <span className="font-semibold">{locations.find((one) => one.address === address)?.name}</span>
      <span className="text-muted block">{copy.locationLocked}</span>
    </p>
  )
}

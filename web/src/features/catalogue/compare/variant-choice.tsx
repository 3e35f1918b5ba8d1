import { ChevronDownIcon } from '../../../components/icons.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { packageWords } from './policy.ts'

/** One of the packages with the same purpose. */
export type Variant = { code: string; name: string; testCount: number; priceFrom: number | null }

type VariantChoiceProps = { value: string; variants: readonly Variant[]; onChosen: (code: string) => void }

/** Chooses a package with a native select. The label lies over it and may take two lines, so that no name is cut off. */
export function VariantChoice({ value, variants, onChosen }: VariantChoiceProps) {
  const chosen = variants.find(({ code }) => code === value)
  return (
    <div className="max-w-180">
      <label htmlFor="variant" className="mb-1 block font-semibold">
        {copy.variant}
      </label>
      <div className="ring-within rounded-button border-border bg-card hover:border-ink relative flex min-h-16 items-center gap-3 border-2 px-4 py-2">
        <span aria-hidden="true" className="min-w-0 flex-1">
          <span className="block font-semibold">{chosen?.name}</span>
          <span className="text-small text-muted block">{chosen ? packageWords(chosen) : ''}</span>
        </span>
        <ChevronDownIcon />
        <select
          id="variant"
          value={value}
          onChange={(event) => onChosen(event.target.value)}
          className="text-input absolute inset-0 h-full w-full cursor-pointer opacity-0"
        >
          {variants.map((variant) => (
            <option key={variant.code} value={variant.code}>
              {variant.name}: {packageWords(variant)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

import type { AccountType } from '@labalaba/contract'
import { useState } from 'react'
import { StillNeeded } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { Form } from '../../components/form.tsx'
import { StethoscopeIcon, UserIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/accounts.ts'
import * as shared from '../../copy/shared.ts'

const kinds = [
  {
    type: 'user',
    title: copy.personal,
    words: copy.personalMeans,
    Icon: UserIcon,
  },
  {
    type: 'doctor',
    title: copy.doctor,
    words: copy.doctorMeans,
    Icon: StethoscopeIcon,
  },
] as const

/** Chooses the account type. Nothing is preselected. */
export function TypeChooser({ onChosen }: { onChosen: (type: AccountType) => void }) {
  const [type, setType] = useState<AccountType | null>(null)
  return (
    <Form
      className="space-y-6"
      onSubmit={() => {
        if (type) onChosen(type)
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">{copy.accountType}</legend>
        {kinds.map(({ type: kind, title, words, Icon }) => (
          <RadioCard
            key={kind}
            name="account-type"
            value={kind}
            checked={type === kind}
            onChosen={() => setType(kind)}
            title={title}
            picture={
              <span className="drop bg-card text-indigo grid size-12 place-items-center">
                <Icon size={24} />
              </span>
            }
          >
            {words}
          </RadioCard>
        ))}
      </fieldset>
      <div className="space-y-2">
        <StillNeeded id="type-needed" missing={type ? [] : [copy.accountTypeMissing]} />
        <Button type="submit" look="primary" wide disabled={!type} aria-describedby="type-needed">
          {shared.next}
        </Button>
      </div>
    </Form>
  )
}

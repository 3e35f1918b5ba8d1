import { type ReactNode, useState } from 'react'
import { Segmented } from '../../../components/choices.tsx'
import { type Density, useDensity, useTitle } from '../../../lib/hooks.ts'
import { CardsSection, MessagesSection, OverlaysSection, ProgressSection, StatesSection } from './content.tsx'
import { ButtonsSection, ChoicesSection, FieldsSection } from './controls.tsx'
import { ColoursSection, MarksSection, SpaceSection, TypeSection } from './foundations.tsx'

type Part = { id: string; title: string; section: () => ReactNode }

const parts: readonly Part[] = [
  { id: 'colours', title: 'Colours', section: ColoursSection },
  { id: 'type', title: 'Type', section: TypeSection },
  { id: 'space', title: 'Space and shape', section: SpaceSection },
  { id: 'marks', title: 'Mark, cloth and icons', section: MarksSection },
  { id: 'buttons', title: 'Buttons', section: ButtonsSection },
  { id: 'fields', title: 'Fields', section: FieldsSection },
  { id: 'choices', title: 'Choices', section: ChoicesSection },
  { id: 'cards', title: 'Cards and figures', section: CardsSection },
  { id: 'messages', title: 'Messages', section: MessagesSection },
  { id: 'states', title: 'States of a page', section: StatesSection },
  { id: 'progress', title: 'Progress and navigation', section: ProgressSection },
  { id: 'overlays', title: 'Dialogs, drawer and notices', section: OverlaysSection },
]

/** Every component in every state. The server has this page in a demonstration only. */
export function DesignPage() {
  useTitle('Design')
  const requested = new URLSearchParams(globalThis.location.search).get('density')
  const [density, setDensity] = useState<Density>(requested === 'compact' ? 'compact' : 'roomy')
  useDensity(density)
  return (
    <div className="page grid gap-8 py-8 lg:grid-cols-[13rem_1fr] lg:gap-12">
      <div className="space-y-4 lg:col-span-2">
        <h1>How our screens are made</h1>
        <p className="max-w-words text-muted">
          Every component in every state, as the product draws it. Patients see the roomy density; lab staff
          and operators see the compact one.
        </p>
        <div className="max-w-80">
          <Segmented
            legend="Density"
            name="density"
            value={density}
            onChosen={setDensity}
            choices={[
              { value: 'roomy', label: 'Roomy' },
              { value: 'compact', label: 'Compact' },
            ]}
          />
        </div>
      </div>
      <Contents />
      <div className="min-w-0 space-y-12">
        {parts.map(({ id, title, section: Section }) => (
          <section key={id} aria-labelledby={id} className="space-y-6">
            <h2 id={id} className="border-hair border-b pb-2">
              {title}
            </h2>
            <Section />
          </section>
        ))}
      </div>
    </div>
  )
}

function Contents() {
  return (
    <nav aria-label="Contents" className="lg:sticky lg:top-20 lg:self-start">
      <ul className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-1">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="min-h-row flex items-center">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

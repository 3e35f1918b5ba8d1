import { type Cloth, clothOf } from './policy.ts'

// Each size shows one whole motif; the pattern is never drawn below 60% of its size.
const small: Record<Cloth, string> = {
  eye: 'adire-eye bg-[length:56px]',
  wing: 'adire-wing bg-[length:56px]',
  grid: 'adire-grid bg-[length:56px]',
  lines: 'adire-lines bg-[length:56px] inset-ring-2 inset-ring-indigo',
}
const large: Record<Cloth, string> = {
  eye: 'adire-eye bg-[length:80px] md:bg-[length:104px]',
  wing: 'adire-wing bg-[length:80px] md:bg-[length:104px]',
  grid: 'adire-grid bg-[length:80px] md:bg-[length:104px]',
  lines: 'adire-lines bg-[length:80px] md:bg-[length:104px] inset-ring-2 inset-ring-indigo',
}

/** The pattern that identifies a lab. The large one is for the lab's page. */
export function AdireTile({ slug, big = false }: { slug: string; big?: boolean }) {
  const { cloth, corner } = clothOf(slug)
  const size = big ? `size-20 md:size-26 border-4 border-card ${large[cloth]}` : `size-14 ${small[cloth]}`
  return <span aria-hidden="true" className={`block shrink-0 ${corner} ${size}`} />
}

import { CheckIcon, ClockIcon, MinusIcon, WarningIcon } from '../../../components/icons.tsx'

const around = 2 * Math.PI * 36
const gap = 9
const piece = around / 4 - gap

export type RingLook = 'going' | 'done' | 'ended' | 'soon' | 'late' | 'ask'

const looks = {
  going: { ring: 'stroke-indigo', ink: 'text-indigo', Icon: ClockIcon },
  done: { ring: 'stroke-leaf', ink: 'text-leaf', Icon: CheckIcon },
  ended: { ring: 'stroke-border', ink: 'text-muted', Icon: MinusIcon },
  soon: { ring: 'stroke-marigold', ink: 'text-warn', Icon: ClockIcon },
  late: { ring: 'stroke-error', ink: 'text-error', Icon: WarningIcon },
  ask: { ring: 'stroke-marigold', ink: 'text-warn', Icon: WarningIcon },
} as const

/** Four arcs, one per stage, filled once reached. The words next to it say the same. */
export function StageRing({ done, look }: { done: number; look: RingLook }) {
  const { ring, ink, Icon } = looks[look]
  return (
    <span
      aria-hidden="true"
      className={`relative grid size-17 shrink-0 place-items-center sm:size-21 ${ink}`}
    >
      <svg
        viewBox="0 0 84 84"
        fill="none"
        className="absolute inset-0 size-full -rotate-90"
        aria-hidden="true"
      >
        {[0, 1, 2, 3].map((place) => (
          <circle
            key={place}
            cx="42"
            cy="42"
            r="36"
            strokeWidth="8"
            strokeLinecap="round"
            strokeDasharray={`${piece - 8} ${around}`}
            strokeDashoffset={-(place * (around / 4) + (gap + 8) / 2)}
            className={place < done ? ring : 'stroke-hair'}
          />
        ))}
      </svg>
      <Icon size={30} strokeWidth={2.5} />
    </span>
  )
}

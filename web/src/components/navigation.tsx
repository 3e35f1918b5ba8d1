import type { ReactNode } from 'react'
import * as copy from '../copy/components.ts'
import { fill } from '../lib/fill.ts'
import { Button } from './button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import { Link } from './link.tsx'

/** The way back, above the title. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-small text-ink min-h-row -ml-1 flex w-fit items-center gap-1">
      <ChevronLeftIcon />
      {children}
    </Link>
  )
}

type PaginationProps = { page: number; pages: number; onPage: (page: number) => void; working?: boolean }

/** Prev and Next, each disabled if there is no page that way. Renders nothing for a single page. */
export function Pagination({ page, pages, onPage, working = false }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={copy.pages} className="flex flex-wrap items-center justify-between gap-3">
      <Button disabled={page <= 1} working={working} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon />
        {copy.previous}
      </Button>
      <span className="text-small text-muted order-first min-w-0 basis-full text-center tabular-nums sm:order-none sm:basis-auto">
        {fill(copy.pageOf, { page, pages })}
      </span>
      <Button disabled={page >= pages} working={working} onClick={() => onPage(page + 1)}>
        {copy.following}
        <ChevronRightIcon />
      </Button>
    </nav>
  )
}

type StickyBarProps = {
  /** Total and its label at the left. */
  left: ReactNode
  /** The one action at the right. */
  action: ReactNode
  /** One line above, such as the missing answers. */
  above?: ReactNode
  /** Also on large screens; otherwise the aside shows the action there. */
  always?: boolean
}

/** The bar at the bottom of a phone's screen: the cost and the one action. */
export function StickyBar({ left, action, above, always = false }: StickyBarProps) {
  return (
    <div
      className={`bg-card shadow-bar sticky bottom-0 z-20 pb-[env(safe-area-inset-bottom)] ${always ? '' : 'lg:hidden'}`}
    >
      <div className="page py-3">
        {above}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className={left ? 'min-w-0 flex-[1_1_min-content]' : 'hidden sm:block'}>{left}</div>
          {action}
        </div>
      </div>
    </div>
  )
}

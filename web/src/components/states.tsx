import { type ReactNode, useEffect, useState } from 'react'
import * as copy from '../copy/components.ts'
import * as shared from '../copy/shared.ts'
import { fill } from '../lib/fill.ts'
import { useDelayed } from '../lib/hooks.ts'
import signpost from './art/signpost.svg'
import thread from './art/thread.svg'
import { Button, LinkButton } from './button.tsx'
import { RefreshIcon } from './icons.tsx'
import { Flutter } from './mark.tsx'

/** A placeholder block of the size of the final content. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`motion-breathe rounded-field bg-sand block ${className}`} />
}

type WaitingProps = {
  /** Read out by screen readers immediately; after eight seconds another text is shown. */
  words?: string
  /** Blocks of the final size. */
  children: ReactNode
  onRetry?: () => void
}

/** Nothing for 300 ms, then the skeleton, then after eight seconds a text and a button to retry. */
export function Waiting({ words = copy.loading, children, onRetry }: WaitingProps) {
  const shown = useDelayed(true, 300)
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 8000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-busy="true">
      <p role="status" className={long ? 'mb-4 flex flex-wrap items-center gap-3' : 'sr-only'}>
        {long ? copy.slow : words}
        {long && onRetry ? (
          <Button onClick={onRetry}>
            <RefreshIcon />
            {shared.tryAgain}
          </Button>
        ) : null}
      </p>
      <div className={shown ? '' : 'invisible'}>{children}</div>
    </div>
  )
}

type EmptyProps = {
  title: string
  /** One of the pictures in `components/art`; the butterfly on its pattern by default. */
  picture?: string
  children?: ReactNode
  action?: ReactNode
  headingLevel?: 'h1' | 'h2'
}

/** An empty state: what belongs here, why it is empty, and the one action. */
export function EmptyState({ title, picture, children, action, headingLevel: Heading = 'h2' }: EmptyProps) {
  return (
    <div className="flex w-full flex-col items-center px-4 py-8 text-center">
      {picture ? <Picture src={picture} /> : <Flutter />}
      <Heading className="mt-6 max-w-full">{title}</Heading>
      {children ? <div className="text-muted mt-2 max-w-[46ch] text-balance">{children}</div> : null}
      {action ? <div className="mt-6 flex w-full flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}

type TroubleProps = {
  title?: string
  /** One of the pictures in `components/art`; a tangled thread by default. */
  picture?: string | undefined
  /** What failed, whether money is safe, and what to do. */
  children: ReactNode
  onRetry?: () => void
  /** A number by which support can find it. */
  reference?: string | undefined
}

/** A failure: a text, with a button to retry. */
export function Trouble({
  title = copy.loadFailed,
  picture = thread,
  children,
  onRetry,
  reference,
}: TroubleProps) {
  return (
    <div
      role="alert"
      className="rounded-card border-hair bg-card grid items-center gap-x-8 gap-y-4 border p-6 sm:grid-cols-[auto_1fr]"
    >
      <Picture src={picture} small />
      <div>
        <h2 className="heading-small">{title}</h2>
        <div className="max-w-words text-muted mt-2">{children}</div>
        {reference ? (
          <p className="text-small text-muted mt-2">{fill(copy.reference, { number: reference })}</p>
        ) : null}
        {onRetry ? (
          <div className="mt-4">
            <Button onClick={onRetry}>
              <RefreshIcon />
              {shared.tryAgain}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  )
}

type NothingHereProps = {
  /** Link to the list of such things; without it only the way home is offered. */
  onward?: { to: string; words: string }
  children: ReactNode
}

/** The not-found page, with a way on. */
export function NothingHere({ onward, children }: NothingHereProps) {
  return (
    <div className="page flex flex-1 items-center justify-center py-8">
      <EmptyState
        headingLevel="h1"
        picture={signpost}
        title={copy.notFound}
        action={
          <>
            {onward ? (
              <LinkButton to={onward.to} look="primary" wide>
                {onward.words}
              </LinkButton>
            ) : null}
            <LinkButton to="/" look={onward ? 'secondary' : 'primary'} wide>
              {copy.backHome}
            </LinkButton>
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}

type PictureProps = { src: string; small?: boolean }

/** A small illustration (240 by 180) next to text that says the same: hidden from screen readers and by the data saver. */
export function Picture({ src, small = false }: PictureProps) {
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      width="240"
      height="180"
      className={`h-auto ${small ? '-ml-6 w-36' : 'w-40 md:w-60'}`}
    />
  )
}

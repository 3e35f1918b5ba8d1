import { brand, type PartnerKind } from '@labalaba/contract'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Card } from '../../../components/card.tsx'
import { ChevronRightIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import { Skeleton, Waiting } from '../../../components/states.tsx'
import * as copy from '../../../copy/site.ts'
import { useAlive } from '../../../lib/hooks.ts'

const ApplicationForm = lazy(async () => ({
  default: (await import('../../../features/partners/application-form.tsx')).ApplicationForm,
}))

export type ApplyWay = { kind: PartnerKind; words: string; hint: string }

type ApplyProps = { title: string; words: string; ways: readonly ApplyWay[] }

/**
 * The application to work with us. The form is loaded on demand, by a tap here or by an address such as
 * `?join=lab#apply`; without scripts the visitor writes a mail.
 */
export function Apply({ title, words, ways }: ApplyProps) {
  const wanted = useWanted()
  const chosen = ways.find(({ kind }) => kind === wanted)
  return (
    <section id="apply" className="py-12 md:py-16" aria-labelledby="apply-title">
      <div className="page grid gap-6 lg:grid-cols-[1fr_2fr] lg:gap-12">
        <div>
          <h2 id="apply-title">{title}</h2>
          <p className="text-muted mt-2 max-w-[46ch]">{words}</p>
          <p className="mt-2">
            {copy.applyByEmail}{' '}
            <a className="wrap-anywhere" href={`mailto:${brand.supportEmail}`}>
              {brand.supportEmail}
            </a>
          </p>
        </div>
        {chosen ? (
          <Card>
            <Suspense
              fallback={
                <Waiting>
                  <Skeleton className="h-[48rem] w-full" />
                </Waiting>
              }
            >
              <ApplicationForm
                key={chosen.kind}
                kind={chosen.kind}
                {...(ways.length > 1 ? { kinds: ways.map(({ kind }) => kind) } : {})}
              />
            </Suspense>
          </Card>
        ) : (
          <Ways ways={ways} />
        )}
      </div>
    </section>
  )
}

function Ways({ ways }: { ways: readonly ApplyWay[] }) {
  return (
    <ul className="grid content-center gap-3">
      {ways.map((way) => (
        <li
          key={way.kind}
          className="ring-within rounded-card border-hair bg-card shadow-soft hover:border-indigo relative border p-4 md:px-6"
        >
          <Way way={way} />
          <p className="text-muted text-input pr-8">{way.hint}</p>
          <ChevronRightIcon
            size={24}
            className="text-indigo absolute top-1/2 right-4 -translate-y-1/2 md:right-6"
          />
        </li>
      ))}
    </ul>
  )
}

/** Opens the form; the whole card is the link. Without scripts it opens a mail. */
function Way({ way }: { way: ApplyWay }) {
  const cover = 'heading-small after:absolute after:inset-0 after:rounded-card'
  const mail = `mailto:${brand.supportEmail}?subject=${encodeURIComponent(way.words)}`
  return (
    <h3>
      <Link className={`${cover} noscript:hidden`} to={`?join=${way.kind}#apply`}>
        {way.words}
      </Link>
      <a className={`${cover} hidden noscript:inline`} href={mail}>
        {way.words}
      </a>
    </h3>
  )
}

/** The form that the address names. Prerendered pages know no address, so this is null until they are hydrated. */
function useWanted(): string | null {
  const { search } = useLocation()
  const alive = useAlive()
  return alive ? new URLSearchParams(search).get('join') : null
}

import {
  type EntryDraft,
  forgetEntryDraft,
  type LabReport,
  type LabResults,
  type readLabResults,
  saveEntryDraft,
} from '@labalaba/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answered, ApiFailure, call } from '../../lib/api.ts'
import { onSessionLost } from '../../lib/session.ts'
import type { Typed } from './queries.ts'

/** So long nobody types before it is sent, and so long until a send that was not heard is tried again; milliseconds. */
const rest = 800
const patience = 5000

export type Standing = 'still' | 'waits' | 'kept' | 'unheard' | 'elsewhere' | 'otherLines'

/** The lines of a draft, as the form holds them. */
export function typedIn({ typed }: EntryDraft): Typed {
  return Object.fromEntries(typed.map(({ position, value }) => [position, value] as const))
}

async function keep(report: LabReport, typed: Typed, basedOn: string | null): Promise<EntryDraft> {
  const lines = Object.entries(typed).map(([position, value]) => ({ position: Number(position), value }))
  const upon = report.versions[0]?.enteredAt ?? null
  const body = { typed: lines, basedOn, upon, linesVersion: report.linesVersion }
  return (await call(saveEntryDraft, { params: { id: report.id }, body })).data
}

/** What stands there in place of what was seen; null where there is nothing any more. */
function othersIn(failure: unknown): EntryDraft | null {
  const data: unknown = failure instanceof ApiFailure ? failure.data : null
  // The server answers a refusal of this call with what stands there.
  return typeof data === 'object' && data !== null && 'typed' in data ? (data as EntryDraft) : null
}

/** A page that is opened again begins with what was kept last. */
function remember(cache: QueryClient, id: string, draft: EntryDraft | null): void {
  cache.setQueriesData<Answered<typeof readLabResults>>({ queryKey: ['lab-results'] }, (known) => {
    if (!known) return known
    const reports = known.data.reports.map((one) => (one.id === id ? { ...one, draft } : one))
    const data: LabResults = { ...known.data, reports }
    return { ...known, data }
  })
}

type Told = { readonly standing: Standing; readonly other: EntryDraft | null }

/** Sends what is typed, one save at a time, each naming the version that is known. `tell` hears how that stands. */
function openKeeper(seen: string | null, tell: (told: Told) => void, kept: (draft: EntryDraft) => void) {
  let version = seen
  let waiting: { readonly report: LabReport; readonly typed: Typed } | null = null
  let busy = false
  let held = false
  let stopped = false
  let timer = 0
  let sending: Promise<void> = Promise.resolve()

  function send(): Promise<void> {
    if (!busy && !held && !stopped && waiting) sending = sendNow(waiting)
    return sending
  }
  async function sendNow(saved: NonNullable<typeof waiting>): Promise<void> {
    busy = true
    waiting = null
    try {
      const draft = await keep(saved.report, saved.typed, version)
      version = draft.version
      kept(draft)
      tell({ standing: 'kept', other: null })
    } catch (failure) {
      waiting ??= saved
      const code = failure instanceof ApiFailure ? failure.code : null
      stopped ||= code === 'draft_changed' || code === 'lines_changed'
      tell(
        code === 'draft_changed'
          ? { standing: 'elsewhere', other: othersIn(failure) }
          : { standing: code === 'lines_changed' ? 'otherLines' : 'unheard', other: null },
      )
    }
    busy = false
    if (waiting && !stopped) later(patience)
  }
  function later(wait: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(() => void send(), wait)
  }
  return {
    send,
    isBehind: () => waiting !== null || busy,
    version: () => version,
    put(report: LabReport, typed: Typed): void {
      waiting = { report, typed }
      if (!stopped) later(rest)
    },
    /**
     * Sends no draft until `resume` or `forget`, and lets one that is on its way arrive, or at most five seconds pass: a
     * draft that arrived after the values would be refused.
     */
    async settle(): Promise<void> {
      held = true
      await Promise.race([sending, new Promise((done) => setTimeout(done, patience))])
    },
    resume(): void {
      held = false
      if (waiting && !stopped) later(rest)
    },
    goOn(from: string | null): void {
      stopped = false
      version = from
    },
    /** Nothing is sent from here any more. */
    end(): void {
      clearTimeout(timer)
      stopped = true
    },
    forget(): void {
      clearTimeout(timer)
      waiting = null
      version = null
      held = false
      stopped = false
    },
  }
}

/** Sends what waits when the page is left, and asks first where it is left for good. */
function useSentOnLeaving(keeper: ReturnType<typeof openKeeper>): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!keeper.isBehind()) return
      void keeper.send()
      event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      void keeper.send()
    }
  }, [keeper])
  // Without a session nothing can be sent: the form keeps it until somebody has signed in again.
  useEffect(() => onSessionLost(keeper.end), [keeper])
}

/**
 * Keeps what is typed of a report on the server while it is typed, never in the browser. Where somebody else types it too,
 * nothing is sent any more until whoever sits here has chosen.
 */
export function useKeptTyping(report: LabReport, seen: string | null) {
  const cache = useQueryClient()
  const [told, tell] = useState<Told>({ standing: 'still', other: null })
  const [keeper] = useState(() => openKeeper(seen, tell, (draft) => remember(cache, report.id, draft)))
  useSentOnLeaving(keeper)

  function type(typed: Typed): void {
    keeper.put(report, typed)
    if (told.standing === 'still') tell({ standing: 'waits', other: null })
  }
  return {
    ...told,
    type,
    /** The version that stands there as far as this form knows. */
    version: keeper.version,
    /** Before the values are saved: no draft is sent any more, and none is on its way. */
    settle: keeper.settle,
    /** The values were not saved: drafts are sent again. */
    resume: keeper.resume,
    /** Goes on from here, knowing what somebody else has typed. */
    goOn(typed: Typed, version: string | null): void {
      keeper.goOn(version)
      keeper.put(report, typed)
      tell({ standing: 'waits', other: null })
    },
    /** It is saved as values, or begun anew: there is nothing to keep. */
    forget(): void {
      keeper.forget()
      tell({ standing: 'still', other: null })
      remember(cache, report.id, null)
    },
  }
}

/** Forgets what somebody has typed, where it is still what was seen. */
export async function forgetTyped(
  { id }: LabReport,
  { version }: Pick<EntryDraft, 'version'>,
): Promise<void> {
  await call(forgetEntryDraft, { params: { id }, body: { version } })
}

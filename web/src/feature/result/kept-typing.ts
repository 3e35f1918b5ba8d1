import type { readLabResults } from '@labalaba/contract'
import {
  type EntryDraft,
  forgetEntryDraft,
  type LabReport,
  type LabResults,
  saveEntryDraft,
} from '@labalaba/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answered, ApiFailure, call } from '../../lib/api.ts'
import type { Typed } from './queries.ts'

/** So long nobody types before it is sent, and so long until a send that was not heard is tried again; milliseconds. */
const rest = 800
const patience = 5000

export type Standing = 'still' | 'waits' | 'kept' | 'unheard' | 'elsewhere'

/** The lines of a draft, as the form holds them. */
export function typedIn({ typed }: EntryDraft): Typed {
  return Object.fromEntries(typed.map(({ position, value }) => [position, value] as const))
}

async function keep(report: LabReport, typed: Typed, basedOn: string | null): Promise<EntryDraft> {
  const lines = Object.entries(typed).map(([position, value]) => ({ position: Number(position), value }))
  const upon = report.versions[0]?.enteredAt ?? null
  const body = { typed: lines, basedOn, upon }
  return (await call(saveEntryDraft, { params: { id: report.id }, body })).data
}

/** What stands there in place of what was seen; null where there is nothing any more. */
function othersIn(data: unknown): EntryDraft | null {
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

/**
 * Keeps what is typed of a report on the server while it is typed, never in the browser. Where somebody else types it too,
 * nothing is sent any more until whoever sits here has chosen.
 */
export function useKeptTyping(report: LabReport, seen: string | null) {
  const cache = useQueryClient()
  const [standing, setStanding] = useState<Standing>('still')
  const [other, setOther] = useState<EntryDraft | null>(null)
  const state = useRef({
    ...{ version: seen, busy: false, stopped: false },
    ...{ report, waiting: null as Typed | null, timer: 0 },
  })
  state.current.report = report

  async function send(): Promise<void> {
    const now = state.current
    const typed = now.waiting
    if (now.busy || now.stopped || !typed) return
    now.busy = true
    now.waiting = null
    try {
      const draft = await keep(now.report, typed, now.version)
      now.version = draft.version
      remember(cache, now.report.id, draft)
      setStanding('kept')
    } catch (failure) {
      now.waiting ??= typed
      if (failure instanceof ApiFailure && failure.code === 'draft_changed') {
        now.stopped = true
        setOther(othersIn(failure.data))
        setStanding('elsewhere')
      } else setStanding('unheard')
    }
    now.busy = false
    if (now.waiting) later(patience)
  }
  function later(wait: number): void {
    clearTimeout(state.current.timer)
    state.current.timer = window.setTimeout(() => void send(), wait)
  }
  const leave = useRef(send)
  leave.current = send

  useEffect(() => {
    const { current } = state
    const ask = (event: BeforeUnloadEvent) => {
      if (!current.waiting && !current.busy) return
      void leave.current()
      event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
      clearTimeout(current.timer)
      void leave.current()
    }
  }, [])

  return {
    ...{ standing, other },
    /** The version that stands there as far as this form knows. */
    version: () => state.current.version,
    type(typed: Typed): void {
      state.current.waiting = typed
      if (state.current.stopped) return
      setStanding((before) => (before === 'unheard' ? before : 'waits'))
      later(rest)
    },
    /** Goes on from here, knowing what somebody else has typed. */
    goOn(typed: Typed, version: string | null): void {
      state.current.stopped = false
      state.current.version = version
      setOther(null)
      setStanding('waits')
      state.current.waiting = typed
      later(0)
    },
    /** It is saved as values, or begun anew: there is nothing to keep. */
    forget(): void {
      clearTimeout(state.current.timer)
      state.current.waiting = null
      state.current.version = null
      setStanding('still')
      remember(cache, state.current.report.id, null)
    },
  }
}

export type Kept = ReturnType<typeof useKeptTyping>

/** Forgets what somebody has typed, where it is still what was seen. */
export async function forgetTyped(
  { id }: LabReport,
  { version }: Pick<EntryDraft, 'version'>,
): Promise<void> {
  await call(forgetEntryDraft, { params: { id }, body: { version } })
}

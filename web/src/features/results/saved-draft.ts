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
import { type TypedReport, typedLines } from './queries.ts'

/** Milliseconds: the pause in typing before a draft is sent, and the wait before a failed send is retried. */
const rest = 800
const patience = 5000
/**
 * How many characters are sent in a millisecond, on average. Each save sends the whole draft, so one of 20,000 characters is
 * sent every five seconds at most: a slow network has other work too.
 */
const pace = 4

export type SaveStatus = 'still' | 'waits' | 'kept' | 'unheard' | 'elsewhere' | 'otherLines'

/** The lines of a draft, in the form's shape. */
export function typedIn({ typed }: EntryDraft): TypedReport {
  return {
    values: Object.fromEntries(typed.map(({ position, value }) => [position, value] as const)),
    comments: Object.fromEntries(typed.map(({ position, comment = '' }) => [position, comment] as const)),
    methodsNow: typed.filter(({ methodNow }) => methodNow).map(({ position }) => position),
  }
}

async function keep(report: LabReport, typed: TypedReport, basedOn: string | null): Promise<EntryDraft> {
  const upon = report.versions[0]?.enteredAt ?? null
  const body = { typed: typedLines(typed), basedOn, upon, linesVersion: report.linesVersion }
  return (await call(saveEntryDraft, { params: { id: report.id }, body })).data
}

/** The draft on the server if it differs from the one seen; null if there is none any more. */
function othersIn(failure: unknown): EntryDraft | null {
  const data: unknown = failure instanceof ApiFailure ? failure.data : null
  // The server sends its current draft with this refusal.
  return typeof data === 'object' && data !== null && 'typed' in data ? (data as EntryDraft) : null
}

/** Updates the cache, so that reopening the page shows the last saved draft. */
function remember(cache: QueryClient, id: string, draft: EntryDraft | null): void {
  cache.setQueriesData<Answered<typeof readLabResults>>({ queryKey: ['lab-results'] }, (known) => {
    if (!known) return known
    const reports = known.data.reports.map((one) => (one.id === id ? { ...one, draft } : one))
    const data: LabResults = { ...known.data, reports }
    return { ...known, data }
  })
}

type KeeperState = { readonly standing: SaveStatus; readonly other: EntryDraft | null }

/** Sends the typed values, one save at a time, each based on the last known version. Calls `tell` with the status. */
function openKeeper(
  seen: string | null,
  tell: (told: KeeperState) => void,
  kept: (draft: EntryDraft) => void,
) {
  let version = seen
  let waiting: { readonly report: LabReport; readonly typed: TypedReport } | null = null
  let busy = false
  let held = false
  let stopped = false
  let timer = 0
  let sentAt = 0
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
    sentAt = Date.now()
    if (waiting && !stopped) later(patience)
  }
  function later(wait: number): void {
    clearTimeout(timer)
    const { values = {}, comments = {} } = waiting?.typed ?? {}
    const length = [...Object.values(values), ...Object.values(comments)].join('').length
    timer = window.setTimeout(() => void send(), Math.max(wait, sentAt + length / pace - Date.now()))
  }
  return {
    send,
    isBehind: () => waiting !== null || busy,
    version: () => version,
    put(report: LabReport, typed: TypedReport): void {
      waiting = { report, typed }
      if (!stopped) later(rest)
    },
    /**
     * Stops sending drafts until `resume` or `forget`, and waits up to five seconds for a draft in flight: the server would
     * refuse a draft that arrives after the values.
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
    /** Stops sending for good, until `goOn` or `forget`. */
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

/** Sends pending values when the page is left. The browser asks first if the user closes it. */
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
  // Nothing can be sent without a session. The form holds the values until the next login.
  useEffect(() => onSessionLost(keeper.end), [keeper])
}

/**
 * Saves the typed values of a report on the server during typing, never in the browser. If another user types the same
 * report, nothing more is sent until this user has chosen.
 */
export function useSavedDraft(report: LabReport, seen: string | null) {
  const cache = useQueryClient()
  const [told, tell] = useState<KeeperState>({ standing: 'still', other: null })
  const [keeper] = useState(() => openKeeper(seen, tell, (draft) => remember(cache, report.id, draft)))
  useSentOnLeaving(keeper)

  function type(typed: TypedReport): void {
    keeper.put(report, typed)
    if (told.standing === 'still') tell({ standing: 'waits', other: null })
  }
  return {
    ...told,
    type,
    /** The version on the server, as far as this form knows. */
    version: keeper.version,
    /** Call before saving the values: stops drafts and waits for one in flight. */
    settle: keeper.settle,
    /** Call if the values were not saved: drafts are sent again. */
    resume: keeper.resume,
    /** Continues from here, based on the other user's draft. */
    goOn(typed: TypedReport, version: string | null): void {
      keeper.goOn(version)
      keeper.put(report, typed)
      tell({ standing: 'waits', other: null })
    },
    /** Call after the values were saved or discarded: there is no draft any more. */
    forget(): void {
      keeper.forget()
      tell({ standing: 'still', other: null })
      remember(cache, report.id, null)
    },
  }
}

/** Deletes a result draft, if it is still the version seen. */
export async function forgetTyped(
  { id }: LabReport,
  { version }: Pick<EntryDraft, 'version'>,
): Promise<void> {
  await call(forgetEntryDraft, { params: { id }, body: { version } })
}

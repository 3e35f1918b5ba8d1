import {
  addFavourite,
  type Lab,
  type LabItem,
  listLabLocations,
  listLabs,
  readLab,
  removeFavourite,
} from '@labalaba/contract'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as copy from '../../copy/labs.ts'
import { type Answered, call, failureWords, isOffline } from '../../lib/api.ts'
import { listSize } from '../../lib/saving.ts'
import { toast } from '../../lib/toast.ts'
import { filtersOn, type LabsWanted } from './policy.ts'

/** One page of the wanted labs. The previous page stays visible until the next one arrives. */
export function useLabs(wanted: LabsWanted) {
  const { q, page } = wanted
  const filters = Object.fromEntries(filtersOn(wanted).map((filter) => [filter, 'yes'] as const))
  return useQuery({
    queryKey: ['labs', page, q, filters],
    queryFn: ({ signal }) =>
      call(listLabs, { query: { page, ...listSize(), ...(q === '' ? {} : { q }), ...filters }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One lab by slug or name. `passed` is the list's data about it, shown until the full data arrives. */
export function useLab(slugOrName: string, passed: LabItem | undefined) {
  const answers = useQueryClient()
  const lab = useQuery({
    queryKey: ['lab', slugOrName],
    queryFn: ({ signal }) => call(readLab, { params: { lab: slugOrName }, signal }),
    ...(passed ? { placeholderData: answerFromList(passed) } : {}),
  })
  const slug = lab.data?.data.slug
  useEffect(() => {
    // The URL is about to change to the slug: data read by name need not be requested again.
    if (slug !== undefined && slug !== slugOrName && lab.data) answers.setQueryData(['lab', slug], lab.data)
  }, [answers, slug, slugOrName, lab.data])
  return lab
}

function answerFromList(lab: LabItem): Answered<typeof readLab> {
  return { status: 200, message: '', data: { ...lab, about: '', foundedYear: null } }
}

/** The locations of one lab, by slug or name. */
export function useLocations(slugOrName: string) {
  return useQuery({
    queryKey: ['lab-locations', slugOrName],
    queryFn: ({ signal }) => call(listLabLocations, { query: { id: slugOrName }, signal }),
  })
}

type Wanted = { slug: string; favourite: boolean }

/**
 * Marks a lab as a favourite or removes the mark. Shows the change immediately, and reverts it with a toast if the server
 * refuses. Taps on one lab are sent in order, and the last one decides what is shown.
 */
export function useFavourite(slug: string) {
  const answers = useQueryClient()
  const mutationKey = ['favourite', slug]
  /** The state on the server, as far as known; the screen may be ahead of it. */
  const kept = useRef(false)
  return useMutation({
    mutationKey,
    scope: { id: `favourite-${slug}` },
    mutationFn: ({ favourite }: Wanted) =>
      call(favourite ? addFavourite : removeFavourite, { body: { labSlug: slug } }),
    onMutate: async ({ favourite }) => {
      if (answers.isMutating({ mutationKey }) <= 1) kept.current = !favourite
      await Promise.all([
        answers.cancelQueries({ queryKey: ['labs'] }),
        answers.cancelQueries({ queryKey: ['lab'] }),
      ])
      show(answers, slug, favourite)
    },
    onSuccess: (_, { favourite }) => {
      kept.current = favourite
    },
    onError: (failure) => {
      // A later tap on the same heart is still pending and decides.
      if (answers.isMutating({ mutationKey }) > 1) return
      show(answers, slug, kept.current)
      toast.error(isOffline(failure) ? copy.favouriteFailed : failureWords(failure))
    },
    onSettled: () => {
      if (answers.isMutating({ mutationKey: ['favourite'] }) > 1) return
      return Promise.all([
        answers.invalidateQueries({ queryKey: ['labs'] }),
        answers.invalidateQueries({ queryKey: ['lab'] }),
      ])
    },
  })
}

/** Writes the mark into every cached response that shows this lab. */
function show(answers: QueryClient, slug: string, isFavorite: boolean): void {
  answers.setQueriesData<Answered<typeof listLabs>>({ queryKey: ['labs'] }, (page) =>
    page
      ? { ...page, data: page.data.map((lab) => (lab.slug === slug ? { ...lab, isFavorite } : lab)) }
      : page,
  )
  answers.setQueriesData<Answered<typeof readLab>>({ queryKey: ['lab'] }, (lab) =>
    lab?.data.slug === slug ? { ...lab, data: { ...lab.data, isFavorite } } : lab,
  )
}

/** The lab that the list passed along with a link, if it is valid. */
export function passedLab(state: unknown): LabItem | undefined {
  if (typeof state !== 'object' || state === null || !('lab' in state)) return undefined
  const { lab } = state as { lab: Partial<Lab> | undefined }
  return typeof lab?.slug === 'string' && typeof lab.name === 'string' && lab.verification
    ? (lab as LabItem)
    : undefined
}

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
import { type Answered, call, failureWords, isOffline } from '../../lib/api.ts'
import { listSize } from '../../lib/list-size.ts'
import { toast } from '../../lib/toast.ts'
import { filtersOn, type LabsWanted } from './policy.ts'

/** One page of the labs that are wanted. The page before stays in sight until the next has come. */
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

/** One lab by slug or name. `passed` is what the list knew of it, shown until the whole has come. */
export function useLab(slugOrName: string, passed: LabItem | undefined) {
  const answers = useQueryClient()
  const lab = useQuery({
    queryKey: ['lab', slugOrName],
    queryFn: ({ signal }) => call(readLab, { params: { lab: slugOrName }, signal }),
    ...(passed ? { placeholderData: known(passed) } : {}),
  })
  const slug = lab.data?.data.slug
  useEffect(() => {
    // The address is about to be put right: what was read under the name need not be read again under the slug.
    if (slug !== undefined && slug !== slugOrName && lab.data) answers.setQueryData(['lab', slug], lab.data)
  }, [answers, slug, slugOrName, lab.data])
  return lab
}

function known(lab: LabItem): Answered<typeof readLab> {
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
 * Marks a lab as a favourite or takes the mark away. It shows at once, and is undone with a notice where the
 * server refuses; taps on one lab are sent in their order, and what the last one wants is what stays in sight.
 */
export function useFavourite(slug: string) {
  const answers = useQueryClient()
  const mutationKey = ['favourite', slug]
  /** What the server has, as far as we know; what is shown may be ahead of it. */
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
      // A later tap on the same heart speaks for itself.
      if (answers.isMutating({ mutationKey }) > 1) return
      show(answers, slug, kept.current)
      toast.error(
        isOffline(failure)
          ? 'No answer from the network: your favourites are as they were'
          : failureWords(failure),
      )
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

/** Writes the mark into every answer that shows this lab. */
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

/** What the list passed along with a link to a lab, where it is indeed a lab. */
export function passedLab(state: unknown): LabItem | undefined {
  if (typeof state !== 'object' || state === null || !('lab' in state)) return undefined
  const { lab } = state as { lab: Partial<Lab> | undefined }
  return typeof lab?.slug === 'string' && typeof lab.name === 'string' && lab.verification
    ? (lab as LabItem)
    : undefined
}

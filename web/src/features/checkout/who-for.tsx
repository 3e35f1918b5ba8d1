import { listPeople, type Person, type Profile } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Chip } from '../../components/choices.tsx'
import { dateFromParts, partsFromDate } from '../../components/date-of-birth.ts'
import { GroupFrame } from '../../components/field.tsx'
import { UserIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import { call } from '../../lib/api.ts'
import { type BookingDraft, changeDraft, emptyDraft } from '../../lib/draft.ts'
import { phoneShown } from '../../lib/format.ts'

type Details = Pick<BookingDraft, 'name' | 'email' | 'phone' | 'birth' | 'gender'>

const detailsOf = ({ name, email, phone, birth, gender }: BookingDraft): Details => ({
  ...{ name, email, phone, birth, gender },
})
const noDetails = detailsOf(emptyDraft)
const notAgreed = { consent: '', keep: '' } as const

/** The known details of a saved person. A child without contact details gets those of the account. */
function detailsFor(person: Person, profile: Profile): Details {
  const { name, gender, dob, isChild } = person
  return {
    ...{ name, gender, birth: partsFromDate(dob) },
    email: person.email || (isChild ? profile.email : ''),
    phone: phoneShown(person.phone || (isChild ? profile.phone : '')),
  }
}

/** The name may be spelled differently; with another date of birth or gender it is another person. */
function isStill({ dob, gender }: Person, draft: BookingDraft): boolean {
  return draft.gender === gender && dateFromParts(draft.birth) === dob
}

/** Whom the booking is for: the account's owner, a saved person, or another person. Fills in the known details. */
export function WhoFor({ draft, profile }: { draft: BookingDraft; profile: Profile }) {
  const query = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => call(listPeople, { signal }),
    staleTime: 5_000,
  })
  const people = query.data?.data
  const { person } = draft
  // The details typed for another person, restored if the user switches choices and comes back.
  const typed = useRef<Details | null>(null)
  const isKept = person !== '' && person !== 'self' && person !== 'other'
  const known = people?.find(({ id }) => id === person)
  const isNobody = isKept && people !== undefined && !(known && isStill(known, draft))
  useEffect(() => {
    if (isNobody) changeDraft({ person: 'other', ...notAgreed })
  }, [isNobody])

  function choose(chosen: string, details: Partial<Details>): void {
    if (chosen === person) return
    if (person === '' || person === 'other') typed.current = detailsOf(draft)
    changeDraft({ person: chosen, ...details, ...notAgreed })
  }
  const mine = { name: profile.name, email: profile.email, phone: phoneShown(profile.phone) }
  const ownBirth = isKept || person === 'other' ? { birth: emptyDraft.birth, gender: '' as const } : {}
  return (
    <GroupFrame id="patient-who" label={copy.whoFor}>
      <div className="fades-sideways -mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-2 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
        <Chip pressed={person === 'self'} onPressed={() => choose('self', { ...mine, ...ownBirth })}>
          <UserIcon size={16} />
          {copy.whoMyself}
        </Chip>
        {people?.map((one) => (
          <Chip
            key={one.id}
            pressed={person === one.id}
            onPressed={() => choose(one.id, detailsFor(one, profile))}
          >
            <span className="max-w-[20ch] truncate">{one.name}</span>
          </Chip>
        ))}
        <Chip
          pressed={person === 'other'}
          onPressed={() => choose('other', person === '' ? {} : (typed.current ?? noDetails))}
        >
          {copy.whoOther}
        </Chip>
      </div>
    </GroupFrame>
  )
}

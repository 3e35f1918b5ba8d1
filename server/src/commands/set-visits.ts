import { visitWindows } from '@labalaba/contract'
import { findLabAt } from '../modules/labs/index.ts'
import { setVisitPlaces } from '../modules/scheduling/index.ts'
import { type Command, CommandFailed, needed, neededOption, type Typed, WrongUse } from './command.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Sets how many home visits a lab location makes in a window of two hours. */
export const setVisitsCommand: Command = {
  summary: 'Sets how many home visits a lab location makes in a window of two hours.',
  arguments: { lab: { means: 'slug or name of the lab' }, location: { means: 'address of the location' } },
  options: {
    places: { means: 'how many visits: 0 to 500' },
    day: { means: 'only on this weekday: Monday; with --from', optional: true },
    from: { means: 'only in the window that begins at this time: 07:00; with --day', optional: true },
  },
  notes:
    'It counts for every booking from now on. Visits that are already booked stay, even if they are more than that.',
  async run({ db, print }, typed) {
    const site = await findLabAt(db, needed(typed, 0), needed(typed, 1))
    if (!site) throw new CommandFailed('There is no such lab, or it has no location at this address.')
    const places = placesFrom(typed)
    const only = windowFrom(typed)
    await db.transaction().execute((tx) => setVisitPlaces(tx, site.location.id, places, only))
    const when = only ? `on ${weekdays[only.weekday - 1]}s from ${only.starts}` : 'in any window'
    print(`${site.location.name} of ${site.lab.name} makes ${places} home visits ${when}.`)
  },
}

function placesFrom(typed: Typed): number {
  const text = neededOption(typed, 'places')
  const places = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(places) || places > 500)
    throw new WrongUse(`--places is "${text}"; give a whole number from 0 to 500.`)
  return places
}

function windowFrom(typed: Typed) {
  const [day, from] = [typed.option('day'), typed.option('from')]
  if (day === undefined && from === undefined) return undefined
  const weekday = weekdays.findIndex((name) => name.toLowerCase() === day?.toLowerCase()) + 1
  if (weekday === 0) throw new WrongUse(`--day is "${day ?? ''}"; give a weekday, such as Monday.`)
  const window = visitWindows.find((one) => one.from === from)
  if (!window)
    throw new WrongUse(
      `--from is "${from ?? ''}"; it is one of ${visitWindows.map((one) => one.from).join(', ')}.`,
    )
  return { weekday, starts: window.from }
}

import { formatMoment, formatPhone } from '@labalaba/contract'
import { DomainError } from '../infra/http/domain-error.ts'
import {
  type ApplicationRow,
  type ApplicationState,
  applicationsOf,
  applicationTransitions,
  type ReviewVerb,
  reviewApplication,
} from '../modules/partners/index.ts'
import {
  type Command,
  CommandFailed,
  needed,
  neededOption,
  type Parts,
  type Typed,
  WrongUse,
} from './command.ts'
import { counted } from './import-file.ts'

const most = 200
const states = ['new', 'contacted', 'accepted', 'declined'] as const satisfies readonly ApplicationState[]

/** Lists the partner applications, or records a step in the review of one. */
export const applicationsCommand: Command = {
  summary: 'Lists the partner applications, or records the next step in the review of one.',
  arguments: {
    verb: { means: 'contact, accept or decline; without it, the command lists applications', optional: true },
    number: { means: 'which application, as the list shows it', optional: true },
  },
  options: {
    state: { means: `lists only those that are ${states.join(', ')}`, optional: true },
    reason: { means: 'why, in quotes; needed with a verb, and saved with the application', optional: true },
  },
  notes:
    'Nothing is sent to the applicant. Import an accepted lab with import-labs. Its accounts are made separately.',
  async run(parts, typed) {
    if (typed.argument(0) === undefined) await list(parts, typed)
    else await review(parts, typed)
  },
}

async function list({ db, print }: Parts, typed: Typed): Promise<void> {
  const asked = typed.option('state')
  const state = states.find((one) => one === asked) ?? null
  if (asked !== undefined && state === null)
    throw new WrongUse(`--state is "${asked}"; it is one of ${states.join(', ')}.`)
  const found = await applicationsOf(db, state, most)
  const kind = state === null ? '' : ` that ${found.length === 1 ? 'is' : 'are'} ${state}`
  print(found.length === 0 ? `No application${kind}.` : `${counted(found.length, 'application')}${kind}:`)
  for (const application of found) print(describe(application))
  if (found.length === most) print(`Only the newest ${most} are shown.`)
}

function describe(application: ApplicationRow): string {
  const { id, kind, name, organisation, email, phone, area, home_state, message } = application
  const who = organisation === '' ? name : `${name}, ${organisation}`
  const registered = application.registration_number ? `, MLSCN ${application.registration_number}` : ''
  const said = message === '' ? [] : [`    ${message.replace(/\s+/g, ' ')}`]
  return [
    `${id}  ${application.state}  ${kind}${registered}  ${formatMoment(application.created_at)}`,
    `    ${who}; ${area}, ${home_state}; ${formatPhone(phone)}, ${email}`,
    ...said,
  ].join('\n')
}

async function review({ db, clock, print }: Parts, typed: Typed): Promise<void> {
  const verb = needed(typed, 0)
  if (!isVerb(verb)) throw new WrongUse(`"${verb}" is not a verb; give contact, accept or decline.`)
  const id = Number(needed(typed, 1))
  if (!Number.isSafeInteger(id) || id < 1)
    throw new WrongUse(`"${typed.argument(1)}" is not the number of an application.`)
  const reason = neededOption(typed, 'reason')
  try {
    const state = await db.transaction().execute((tx) => reviewApplication(tx, id, verb, reason, clock.now()))
    print(`Application ${id} is ${state}.`)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new CommandFailed(
      error.code === 'not_found'
        ? `There is no application ${id}.`
        : `Application ${id} is not in a state in which you can ${verb} it. Look at the list.`,
      { cause: error },
    )
  }
}

function isVerb(word: string): word is ReviewVerb {
  return Object.hasOwn(applicationTransitions, word)
}

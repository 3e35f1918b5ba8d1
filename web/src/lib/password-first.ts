import { ApiFailure } from './api.ts'

/** A question for the password that is open now. */
export type PasswordQuestion = {
  readonly answer: (isGiven: boolean) => void
  /** The dialogs that were open before it, which it covers. */
  readonly covered: readonly Element[]
  /** What had the focus. */
  readonly focused: Element | null
}

let question: PasswordQuestion | null = null
let answered: Promise<boolean> | null = null
const hosts = new Set<() => void>()

/** True where the password has to be given again first. */
export function needsPassword(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'sign_in_again'
}

/**
 * Runs `act`. Where the server wants a recent password, the `PasswordHost` of the page asks for it, and `act` runs again.
 * Throws the server's refusal where the person closes that question, or where the page has no host.
 */
export async function passwordFirst<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (failure) {
    if (!needsPassword(failure) || hosts.size === 0 || !(await ask())) throw failure
    return await act()
  }
}

/** One question at a time: two acts that need the password wait for the same answer. */
function ask(): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => {
    const own: PasswordQuestion = {
      covered: [...document.querySelectorAll('[role=dialog]')],
      focused: document.activeElement,
      answer(isGiven) {
        // The password may be taken after its question was closed: it answers the question that is open by then.
        if (question !== own) return isGiven ? question?.answer(true) : undefined
        answered = null
        show(null)
        resolve(isGiven)
      },
    }
    show(own)
  })
  return answered
}

function show(next: PasswordQuestion | null): void {
  question = next
  for (const changed of hosts) changed()
}

/** The question that is open now, or null. */
export const openQuestion = () => question

/** Tells a host when a question opens or closes. A question whose host leaves the page is closed. */
export function hostQuestions(changed: () => void): () => void {
  hosts.add(changed)
  return () => {
    hosts.delete(changed)
    if (hosts.size === 0) question?.answer(false)
  }
}

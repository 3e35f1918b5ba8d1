import { ApiFailure } from './api.ts'

/** A password prompt that is open now. */
export type PasswordQuestion = {
  readonly answer: (isGiven: boolean) => void
  /** The dialogs that were open before the prompt, which it covers. */
  readonly covered: readonly Element[]
  /** The element that had the focus. */
  readonly focused: Element | null
}

let question: PasswordQuestion | null = null
let answered: Promise<boolean> | null = null
const hosts = new Set<() => void>()

/** True if the server requires the password to be entered again first. */
export function needsPassword(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'sign_in_again'
}

/**
 * Runs `act`. If the server requires a recent password, the page's `PasswordHost` prompts for it and `act` runs again.
 * Throws the server's refusal if the user closes the prompt or the page has no host.
 */
export async function passwordFirst<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (failure) {
    if (!needsPassword(failure) || hosts.size === 0 || !(await ask())) throw failure
    return await act()
  }
}

/** One prompt at a time: two actions that need the password wait for the same prompt. */
function ask(): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => {
    const own: PasswordQuestion = {
      covered: [...document.querySelectorAll('[role=dialog]')],
      focused: document.activeElement,
      answer(isGiven) {
        // The password may be accepted after its prompt was closed: it then answers the prompt that is open now.
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

/** The prompt that is open now, or null. */
export const openQuestion = () => question

/** Calls a host when a prompt opens or closes. When the last host leaves the page, its prompt is closed. */
export function hostQuestions(changed: () => void): () => void {
  hosts.add(changed)
  return () => {
    hosts.delete(changed)
    if (hosts.size === 0) question?.answer(false)
  }
}

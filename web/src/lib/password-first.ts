import { ApiFailure } from './api.ts'

type Question = { readonly answer: (isGiven: boolean) => void }

let question: Question | null = null
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
    const wake = sleepDialogs()
    show({
      answer(isGiven) {
        answered = null
        wake()
        show(null)
        resolve(isGiven)
      },
    })
  })
  return answered
}

/** Dialogs that are open already cannot be reached while the question is. Answers how to wake them again. */
function sleepDialogs(): () => void {
  const open = document.querySelectorAll('[role=dialog]')
  for (const one of open) one.setAttribute('inert', '')
  return () => {
    for (const one of open) one.removeAttribute('inert')
  }
}

function show(next: Question | null): void {
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

/** Alarms that the scheduled check of alarms finds by itself. Their lines in the log are not counted again. */
const foundByCheck: readonly string[] = ['invariant', 'queue']

/** The most that is stored of an alarm's name and text. */
const longest = { name: 60, text: 1_000 }

export type LoggedAlarm = { readonly name: string; readonly text: string; readonly count: number }

/** Collects the alarms that this process logs as errors, until the watch of alarms takes them. It takes no details. */
export class LoggedAlarms {
  readonly #alarms = new Map<string, LoggedAlarm>()

  /** Collects an alarm; `text` is the constant message of its line. */
  add(alarm: string, text: string, times = 1): void {
    if (foundByCheck.includes(alarm)) return
    const name = alarm.slice(0, longest.name)
    const count = (this.#alarms.get(name)?.count ?? 0) + times
    this.#alarms.set(name, { name, text: text.slice(0, longest.text), count })
  }

  /** Hands over what was collected, by name, so that two processes store it in the same order. */
  take(): LoggedAlarm[] {
    const taken = [...this.#alarms.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    this.#alarms.clear()
    return taken
  }
}

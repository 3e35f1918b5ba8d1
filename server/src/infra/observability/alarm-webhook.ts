/** What is posted about an alarm. Slack, Mattermost and alike show `text`; other programs read the rest. */
export type AlarmMessage = {
  readonly text: string
  readonly alarm: string
  readonly state: 'holds' | 'over'
  readonly count: number
  /** When it began, in ISO 8601. */
  readonly since: string
  /** The address of the install. */
  readonly site: string
}

export type PostAlarm = (message: AlarmMessage) => Promise<void>

/** How long the receiver may take, in milliseconds; less than an idle transaction may. */
const patience = 10_000

/** Posts to a webhook. Throws unless the receiver accepts it. The address is a secret: no error contains it. */
export function openAlarmWebhook(url: string): PostAlarm {
  return async (message) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
  }
}

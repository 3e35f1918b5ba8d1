type Tone = { readonly hertz: number; readonly from: number; readonly to: number }

const tones: Readonly<Record<'good' | 'bad', readonly Tone[]>> = {
  good: [{ hertz: 1320, from: 0, to: 0.09 }],
  bad: [
    { hertz: 220, from: 0, to: 0.22 },
    { hertz: 175, from: 0.28, to: 0.6 },
  ],
}
const shakes = { good: [60], bad: [250, 100, 250] }

let context: AudioContext | undefined

/**
 * A sound and a vibration for the result, for a user who looks at the tube and not at the screen. Does nothing if the
 * device has neither.
 */
export function signal(how: 'good' | 'bad'): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shakes[how])
  if (typeof AudioContext !== 'function') return
  context ??= new AudioContext()
  // A browser that does not allow a page to play sound stays silent.
  void context.resume().catch(() => undefined)
  for (const tone of tones[how]) play(context, tone)
}

function play(audio: AudioContext, { hertz, from, to }: Tone): void {
  const begins = audio.currentTime + from
  const ends = audio.currentTime + to
  const oscillator = audio.createOscillator()
  const loudness = audio.createGain()
  oscillator.frequency.value = hertz
  loudness.gain.setValueAtTime(0.25, begins)
  loudness.gain.exponentialRampToValueAtTime(0.001, ends)
  oscillator.connect(loudness).connect(audio.destination)
  oscillator.start(begins)
  oscillator.stop(ends)
}

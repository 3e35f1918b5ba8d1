import { Sample, Samples, SmallSamples } from './sample.tsx'

const words = 'Ẹ̀jẹ̀ rẹ ti dé: your sample is at the lab'

/** Each font size, and the letters that our languages need. */
export function TypeSection() {
  return (
    <>
      <div className="space-y-4">
        <Sample name="h1, Brygada: 30/36, from 768 px 36/42">
          <p className="font-head text-h1 font-bold">{words}</p>
        </Sample>
        <Sample name="h2, Brygada: 24/30, 28/34">
          <p className="font-head text-h2 font-bold">{words}</p>
        </Sample>
        <Sample name="heading small, Brygada: 20/28, 22/30">
          <p className="heading-small">{words}</p>
        </Sample>
        <Sample name="h3, system face: 20/28, 22/30">
          <h3>{words}</h3>
        </Sample>
        <Sample name="body: 16/24, 18/28; compact 14/20">
          <p className="text-body max-w-words">
            Your sample reached the lab at 9:40 am. Results are usually ready in 24 to 72 hours, and we write
            to you as soon as they are.
          </p>
        </Sample>
        <Sample name="small: 14/20, 16/24">
          <p className="text-small">For example, 0803 123 4567</p>
        </Sample>
        <Sample name="input: never under 16">
          <p className="text-input">ada@example.com</p>
        </Sample>
      </div>
      <Samples>
        <Sample name="Figures stand under each other">
          <p className="figures">₦12,500.00</p>
          <p className="figures">₦81,111.50</p>
        </Sample>
        <Sample name="The letters of our languages, in both faces">
          <p className="font-head text-h3">₦ ẹ ọ ṣ ṅ ɓ ɗ ƙ à é ọ̀ ẹ́</p>
          <p className="text-h3">₦ ẹ ọ ṣ ṅ ɓ ɗ ƙ à é ọ̀ ẹ́</p>
        </Sample>
      </Samples>
    </>
  )
}

const spaces = [
  ['4', 'w-1'],
  ['8', 'w-2'],
  ['12', 'w-3'],
  ['16', 'w-4'],
  ['24', 'w-6'],
  ['32', 'w-8'],
  ['48', 'w-12'],
  ['64', 'w-16'],
] as const

const shapes = [
  ['field, 8', 'rounded-field'],
  ['button, 14', 'rounded-button'],
  ['card, 22', 'rounded-card'],
  ['round', 'rounded-round'],
  ['drop', 'drop'],
] as const

/** Spacing steps, corners, shadows, and the heights that a density sets. */
export function SpaceSection() {
  return (
    <>
      <SmallSamples>
        {spaces.map(([name, width]) => (
          <Sample key={name} name={name}>
            <span aria-hidden="true" className={`bg-indigo block h-12 ${width}`} />
          </Sample>
        ))}
      </SmallSamples>
      <SmallSamples>
        {shapes.map(([name, shape]) => (
          <Sample key={name} name={name}>
            <span
              aria-hidden="true"
              className={`bg-indigo-tint border-indigo block size-20 border-2 ${shape}`}
            />
          </Sample>
        ))}
        <Sample name="soft">
          <span aria-hidden="true" className="bg-card shadow-soft rounded-field block size-20" />
        </Sample>
        <Sample name="lift">
          <span aria-hidden="true" className="bg-card shadow-lift rounded-field block size-20" />
        </Sample>
      </SmallSamples>
      <SmallSamples>
        <Sample name="row: 48; compact with a mouse 40">
          <span className="bg-sand h-row flex w-40 items-center px-3">A row</span>
        </Sample>
        <Sample name="control: 52; compact 48, with a mouse 40">
          <span className="bg-sand h-control flex w-40 items-center px-3">A control</span>
        </Sample>
      </SmallSamples>
    </>
  )
}

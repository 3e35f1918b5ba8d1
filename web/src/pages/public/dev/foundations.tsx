import { Spinner } from '../../../components/button.tsx'
import { icon } from '../../../components/first-icons.tsx'
import { AdireBand, ClothButterfly, Flutter, Lockup } from '../../../components/mark.tsx'
import { Picture } from '../../../components/states.tsx'
import { Samples } from './samples.tsx'

const swatches = [
  ['paper', 'bg-paper', 'The ground of every page'],
  ['card', 'bg-card', 'Sheets on the ground; words on indigo'],
  ['sand', 'bg-sand', 'Quiet ground, things that are off'],
  ['ink', 'bg-ink', 'Words; the footer'],
  ['muted', 'bg-muted', 'Words of the second rank'],
  ['indigo', 'bg-indigo', 'The one action, links, the cloth'],
  ['indigo-pressed', 'bg-indigo-pressed', 'The action under a finger'],
  ['indigo-tint', 'bg-indigo-tint', 'What is chosen; worth knowing'],
  ['clay', 'bg-clay', 'Small emphasis, pictures'],
  ['marigold', 'bg-marigold', 'The focus ring, the lower wings; never words'],
  ['leaf', 'bg-leaf', 'Done'],
  ['leaf-tint', 'bg-leaf-tint', 'Ground of done'],
  ['warn', 'bg-warn', 'Take care'],
  ['warn-tint', 'bg-warn-tint', 'Ground of take care'],
  ['error', 'bg-error', 'Errors and destruction; never a result'],
  ['error-tint', 'bg-error-tint', 'Ground of errors'],
  ['border', 'bg-border', 'The edge of a field'],
  ['hair', 'bg-hair', 'Lines that only divide'],
] as const

/** The colour as the page defines it, such as #2e3192. */
function colourOf(name: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()
  // A build may shorten #ffffff.
  return /^#\w{3}$/.test(value) ? value.replace(/\w/g, '$&$&') : value
}

/** Every colour, with its value and its use. */
export function ColoursSection() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {swatches.map(([name, ground, use]) => (
        <li key={name} className="flex gap-3">
          <span aria-hidden="true" className={`drop border-hair size-14 shrink-0 border ${ground}`} />
          <span className="min-w-0">
            <b className="block">{name}</b>
            <span className="text-small text-muted block">
              <span className="figures">{colourOf(name)}</span> · {use}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const words = 'Ẹ̀jẹ̀ rẹ ti dé: your sample is at the lab'
const letters = '₦ ẹ ọ ṣ ṅ ɓ ɗ ƙ à é ọ̀ ẹ́'

/** Each font size, and the letters that our languages need. */
export function TypeSection() {
  return (
    <>
      <Samples
        layout="list"
        of={{
          'h1, Brygada: 30/36, from 768 px 36/42': <p className="font-head text-h1 font-bold">{words}</p>,
          'h2, Brygada: 24/30, 28/34': <p className="font-head text-h2 font-bold">{words}</p>,
          'heading small, Brygada: 20/28, 22/30': <p className="heading-small">{words}</p>,
          'h3, system face: 20/28, 22/30': <h3>{words}</h3>,
          'body: 16/24, 18/28; compact 14/20': (
            <p className="text-body max-w-words">
              Your sample reached the lab at 9:40 am. Results are usually ready in 24 to 72 hours, and we
              write to you as soon as they are.
            </p>
          ),
          'small: 14/20, 16/24': <p className="text-small">For example, 0803 123 4567</p>,
          'input: never under 16': <p className="text-input">ada@example.com</p>,
        }}
      />
      <Samples
        of={{
          'Figures stand under each other': (
            <>
              <p className="figures">₦12,500.00</p>
              <p className="figures">₦81,111.50</p>
            </>
          ),
          'The letters of our languages, in both faces': (
            <>
              <p className="font-head text-h3">{letters}</p>
              <p className="text-h3">{letters}</p>
            </>
          ),
        }}
      />
    </>
  )
}

/** Spacing steps by their size in pixels. */
const spaces = {
  4: 'w-1',
  8: 'w-2',
  12: 'w-3',
  16: 'w-4',
  24: 'w-6',
  32: 'w-8',
  48: 'w-12',
  64: 'w-16',
}

const shapes = {
  'field, 8': 'rounded-field',
  'button, 14': 'rounded-button',
  'card, 22': 'rounded-card',
  round: 'rounded-round',
  drop: 'drop',
}

/** Plain blocks, one for each class. */
function blocks(classes: Readonly<Record<string, string>>, look: string) {
  return Object.fromEntries(
    Object.entries(classes).map(([name, own]) => [
      name,
      <span key={name} aria-hidden="true" className={`block ${look} ${own}`} />,
    ]),
  )
}

/** Spacing steps, corners, shadows, and the heights that a density sets. */
export function SpaceSection() {
  return (
    <>
      <Samples layout="row" of={blocks(spaces, 'bg-indigo h-12')} />
      <Samples
        layout="row"
        of={{
          ...blocks(shapes, 'bg-indigo-tint border-indigo size-20 border-2'),
          ...blocks({ soft: 'shadow-soft', lift: 'shadow-lift' }, 'bg-card rounded-field size-20'),
        }}
      />
      <Samples
        layout="row"
        of={{
          'row: 48; compact with a mouse 40': (
            <span className="bg-sand h-row flex w-40 items-center px-3">A row</span>
          ),
          'control: 52; compact 48, with a mouse 40': (
            <span className="bg-sand h-control flex w-40 items-center px-3">A control</span>
          ),
        }}
      />
    </>
  )
}

const pictures = import.meta.glob<string>('../../../components/art/*.svg', { eager: true, import: 'default' })

// Read from the sources: importing the icons as a whole would put a list of all of them into every page.
const sources = import.meta.glob<string>('../../../components/*icon*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const icons = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/const (\w+)Icon = .*? icon\(\s*'([^']+)'/g)].map(([, name = '', path = '']) => ({
    name: name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase(),
    Icon: icon(path),
  })),
)

function pictureSamples() {
  return Object.fromEntries(
    Object.entries(pictures).map(([file, src]) => [
      `Picture: ${file.replace(/^.*\/|\.svg$/g, '').replaceAll('-', ' ')}`,
      <Picture key={file} src={src} />,
    ]),
  )
}

/** The mark, the pattern and every icon. */
export function MarksSection() {
  return (
    <>
      <Samples
        of={{
          'Lockup on paper': <Lockup className="text-indigo h-10 w-52" />,
          'Lockup on ink': (
            <span className="bg-ink rounded-field flex p-4">
              <Lockup className="text-paper h-10 w-52" />
            </span>
          ),
          'The butterfly in cloth': (
            <span className="bg-indigo text-card rounded-card flex justify-center p-6">
              <ClothButterfly className="h-40" />
            </span>
          ),
          'Flutter, where there is nothing yet': <Flutter />,
        }}
      />
      <Samples of={pictureSamples()} />
      <Samples
        of={{
          'Adire: wing': <AdireBand cloth="wing" />,
          'Adire: grid': <AdireBand cloth="grid" />,
          'Adire: lines': <AdireBand cloth="lines" />,
          'Adire: eye': <AdireBand cloth="eye" />,
        }}
      />
      <ul className="grid grid-cols-3 gap-4 sm:grid-cols-5 xl:grid-cols-7">
        {icons.map(({ name, Icon }) => (
          <li key={name} className="min-w-0 text-center wrap-anywhere">
            <Icon size={24} className="mx-auto mb-1" />
            <span className="text-small text-muted">{name}</span>
          </li>
        ))}
      </ul>
      <Samples layout="row" of={{ Spinner: <Spinner /> }} />
    </>
  )
}

import { useState } from 'react'
import { StillNeeded } from '../../../components/banner.tsx'
import { BirthField } from '../../../components/birth-field.tsx'
import { Button, IconButton, LinkButton, type Look } from '../../../components/button.tsx'
import { Checkbox, Chip, ChipRow, RadioCard, Segmented } from '../../../components/choices.tsx'
import { CodeInput } from '../../../components/code-input.tsx'
import type { DateParts } from '../../../components/date-of-birth.ts'
import { Field, type FieldProps } from '../../../components/field.tsx'
import { HouseIcon, PeopleIcon } from '../../../components/first-icons.tsx'
import { ChevronRightIcon, HeartIcon, TrashIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import { PasswordField } from '../../../components/password-field.tsx'
import { PhoneField } from '../../../components/phone-field.tsx'
import { Samples } from './samples.tsx'

const buttons: readonly { look: Look; words: string }[] = [
  { look: 'primary', words: 'Proceed' },
  { look: 'secondary', words: 'Add a test' },
  { look: 'quiet', words: 'Change' },
  { look: 'danger', words: 'Cancel the order' },
]

/** Buttons in each look and state, and the text next to a disabled one. */
export function ButtonsSection() {
  return (
    <>
      {buttons.map(({ look, words }) => (
        <div key={look} className="space-y-3">
          <h3>{look}</h3>
          <Samples
            layout="row"
            of={{
              ready: <Button look={look}>{words}</Button>,
              'with an icon': (
                <Button look={look}>
                  {words}
                  <ChevronRightIcon />
                </Button>
              ),
              working: (
                <Button look={look} working workingText="Working">
                  {words}
                </Button>
              ),
              off: (
                <Button look={look} disabled>
                  {words}
                </Button>
              ),
            }}
          />
        </div>
      ))}
      <Samples
        of={{
          'Off, with the reason': (
            <>
              <Button look="primary" wide disabled aria-describedby="design-missing">
                Proceed
              </Button>
              <StillNeeded id="design-missing" missing={['full name', 'phone', 'a method of payment']} />
            </>
          ),
          'Tap it: it works for two seconds and takes no second tap': <TryWorking />,
          'A link as a button': <LinkButton to="#buttons">Go to the lab</LinkButton>,
          'Icon buttons': (
            <span className="flex gap-2">
              <IconButton name="Favourite">
                <HeartIcon size={24} />
              </IconButton>
              <IconButton name="Remove">
                <TrashIcon size={24} />
              </IconButton>
            </span>
          ),
          'A link in words': (
            <p>
              By going on you agree to the <Link to="#buttons">Terms of Use</Link>.
            </p>
          ),
        }}
      />
    </>
  )
}

function TryWorking() {
  const [working, setWorking] = useState(false)
  return (
    <Button
      working={working}
      workingText="Sending"
      onClick={() => {
        setWorking(true)
        setTimeout(() => setWorking(false), 2000)
      }}
    >
      Send Link
    </Button>
  )
}

function LiveField({ start = '', ...rest }: Omit<FieldProps, 'value' | 'onText'> & { start?: string }) {
  const [text, setText] = useState(start)
  return <Field {...rest} value={text} onText={setText} />
}

function LivePhone({ start, error }: { start: string; error?: string }) {
  const [text, setText] = useState(start)
  return <PhoneField label="Mobile number" autoComplete="off" value={text} onText={setText} error={error} />
}

function LivePassword({ start, error }: { start: string; error?: string }) {
  const [text, setText] = useState(start)
  return <PasswordField label="Password" autoComplete="off" value={text} onText={setText} error={error} />
}

function LiveBirth({ start, error }: { start: DateParts; error?: string }) {
  const [parts, setParts] = useState(start)
  return <BirthField value={parts} onParts={setParts} error={error} own={false} />
}

function LiveCode({ start, error }: { start: string; error?: string }) {
  const [digits, setDigits] = useState(start)
  return <CodeInput value={digits} onText={setDigits} error={error} />
}

const weakPassword = 'That password is on a list that thieves try first.'

/** Text fields of every kind in every state. */
export function FieldsSection() {
  return (
    <Samples
      of={{
        empty: <LiveField label="First name" />,
        filled: <LiveField label="First name" start="Adaeze" />,
        'with a hint, optional': (
          <LiveField label="Gate phone" hint="Whom to call at the gate" optional width="phone" />
        ),
        wrong: <LiveField label="Email" start="ada@" error="Invalid email format" />,
        off: <LiveField label="Email" start="ada@example.com" disabled />,
        phone: <LivePhone start="0803 123 4567" />,
        'phone, wrong': <LivePhone start="12" error="phone number must start with 234" />,
        password: <LivePassword start="guava river lantern" />,
        'password, wrong': <LivePassword start="12345678" error={weakPassword} />,
        'date of birth': <LiveBirth start={{ day: '27', month: '3', year: '1985' }} />,
        'date of birth, wrong': (
          <LiveBirth start={{ day: '31', month: '2', year: '1985' }} error="There is no such day." />
        ),
        'code, empty': <LiveCode start="" />,
        'code, on the way': <LiveCode start="482" />,
        'code, wrong': <LiveCode start="482" error="otp must be 5 digits" />,
      }}
    />
  )
}

const locations = [
  { value: 'yaba', title: 'Yaba', words: '12 Herbert Macaulay Way, Lagos' },
  { value: 'uyo', title: 'Uyo', words: '118 Aka Road, Akwa Ibom' },
  { value: 'epe', title: 'Epe', words: 'Takes no bookings at present', disabled: true },
]

/** Checkboxes, radio cards, segmented choices and chips. */
export function ChoicesSection() {
  const [ticked, setTicked] = useState(true)
  const [unticked, setUnticked] = useState(false)
  const [place, setPlace] = useState('yaba')
  const [mode, setMode] = useState<'walkin' | 'home'>('walkin')
  const [category, setCategory] = useState('All')
  return (
    <Samples
      of={{
        box: (
          <Checkbox checked={ticked} onChecked={setTicked}>
            Show the names of the tests to the payer
          </Checkbox>
        ),
        'box, wrong': (
          <Checkbox checked={unticked} onChecked={setUnticked} error="Tick the box to go on.">
            I agree to the terms
          </Checkbox>
        ),
        'cards to choose from: chosen, free, off': (
          <fieldset className="grid gap-3">
            <legend className="sr-only">Lab location</legend>
            {locations.map(({ words, ...card }) => (
              <RadioCard
                key={card.value}
                name="place"
                checked={place === card.value}
                onChosen={setPlace}
                {...card}
              >
                {words}
              </RadioCard>
            ))}
          </fieldset>
        ),
        'two ways side by side': (
          <Segmented
            legend="How the sample is taken"
            name="mode"
            value={mode}
            onChosen={setMode}
            choices={[
              { value: 'walkin', label: 'Walk-in Session', icon: <PeopleIcon /> },
              { value: 'home', label: 'Home Sample Collection', icon: <HouseIcon /> },
            ]}
          />
        ),
        chips: (
          <ChipRow label="Category">
            {['All', 'Test Package', 'Pathology', 'Genetics', 'Imaging'].map((one) => (
              <Chip key={one} pressed={one === category} onPressed={() => setCategory(one)}>
                {one}
              </Chip>
            ))}
          </ChipRow>
        ),
      }}
    />
  )
}

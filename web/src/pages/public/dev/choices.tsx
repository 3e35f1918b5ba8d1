import { useState } from 'react'
import { Checkbox, Chip, ChipRow, RadioCard, Segmented } from '../../../components/choices.tsx'
import { HouseIcon, PeopleIcon } from '../../../components/icons.tsx'
import { Sample, Samples } from './sample.tsx'

/** Checkboxes, radio cards, segmented choices and chips. */
export function ChoicesSection() {
  const [ticked, setTicked] = useState(true)
  const [unticked, setUnticked] = useState(false)
  const [place, setPlace] = useState('yaba')
  const [mode, setMode] = useState<'walkin' | 'home'>('walkin')
  const [category, setCategory] = useState('All')
  return (
    <Samples>
      <Sample name="box">
        <Checkbox checked={ticked} onChecked={setTicked}>
          Show the names of the tests to the payer
        </Checkbox>
      </Sample>
      <Sample name="box, wrong">
        <Checkbox checked={unticked} onChecked={setUnticked} error="Tick the box to go on.">
          I agree to the terms
        </Checkbox>
      </Sample>
      <Sample name="cards to choose from: chosen, free, off">
        <fieldset className="grid gap-3">
          <legend className="sr-only">Lab location</legend>
          <RadioCard name="place" value="yaba" checked={place === 'yaba'} onChosen={setPlace} title="Yaba">
            12 Herbert Macaulay Way, Lagos
          </RadioCard>
          <RadioCard name="place" value="uyo" checked={place === 'uyo'} onChosen={setPlace} title="Uyo">
            118 Aka Road, Akwa Ibom
          </RadioCard>
          <RadioCard name="place" value="epe" checked={false} onChosen={setPlace} title="Epe" disabled>
            Takes no bookings at present
          </RadioCard>
        </fieldset>
      </Sample>
      <Sample name="two ways side by side">
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
      </Sample>
      <Sample name="chips">
        <ChipRow label="Category">
          {['All', 'Test Package', 'Pathology', 'Genetics', 'Imaging'].map((one) => (
            <Chip key={one} pressed={one === category} onPressed={() => setCategory(one)}>
              {one}
            </Chip>
          ))}
        </ChipRow>
      </Sample>
    </Samples>
  )
}

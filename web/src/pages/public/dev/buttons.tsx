import { useState } from 'react'
import { StillNeeded } from '../../../components/banner.tsx'
import { Button, IconButton, LinkButton, type Look } from '../../../components/button.tsx'
import { ChevronRightIcon, HeartIcon, TrashIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import { Sample, Samples, SmallSamples } from './sample.tsx'

const looks: readonly { look: Look; words: string }[] = [
  { look: 'primary', words: 'Proceed' },
  { look: 'secondary', words: 'Add a test' },
  { look: 'quiet', words: 'Change' },
  { look: 'danger', words: 'Cancel the order' },
]

/** Buttons in each look and state, and the text next to a disabled one. */
export function ButtonsSection() {
  return (
    <>
      {looks.map(({ look, words }) => (
        <div key={look} className="space-y-3">
          <h3>{look}</h3>
          <SmallSamples>
            <Sample name="ready">
              <Button look={look}>{words}</Button>
            </Sample>
            <Sample name="with an icon">
              <Button look={look}>
                {words}
                <ChevronRightIcon />
              </Button>
            </Sample>
            <Sample name="working">
              <Button look={look} working workingText="Working">
                {words}
              </Button>
            </Sample>
            <Sample name="off">
              <Button look={look} disabled>
                {words}
              </Button>
            </Sample>
          </SmallSamples>
        </div>
      ))}
      <Samples>
        <Sample name="Off, with the reason">
          <Button look="primary" wide disabled aria-describedby="design-missing">
            Proceed
          </Button>
          <StillNeeded id="design-missing" missing={['full name', 'phone', 'a method of payment']} />
        </Sample>
        <TryWorking />
        <Sample name="A link as a button">
          <LinkButton to="#buttons">Go to the lab</LinkButton>
        </Sample>
        <Sample name="Icon buttons">
          <span className="flex gap-2">
            <IconButton name="Favourite">
              <HeartIcon size={24} />
            </IconButton>
            <IconButton name="Remove">
              <TrashIcon size={24} />
            </IconButton>
          </span>
        </Sample>
        <Sample name="A link in words">
          <p>
            By going on you agree to the <Link to="#buttons">Terms of Use</Link>.
          </p>
        </Sample>
      </Samples>
    </>
  )
}

function TryWorking() {
  const [working, setWorking] = useState(false)
  return (
    <Sample name="Tap it: it works for two seconds and takes no second tap">
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
    </Sample>
  )
}

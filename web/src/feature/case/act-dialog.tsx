import type { MoneyCase } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioCard } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { type ActName, moneyOf, wordsFor } from './act-words.ts'
import { answer, close, giveBack, type Resolution, release, retry } from './queries.ts'

type DialogProps = { act: ActName; found: MoneyCase; onClose: () => void; onDone: () => void }

/** Asks once before something is done about a case. */
export function ActDialog({ act, found, onClose, onDone }: DialogProps) {
  const words = wordsFor(act, found)
  const [note, setNote] = useState('')
  const [resolution, setResolution] = useState<Resolution>('declined')
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const isMissing = words.note !== null && note.trim() === ''

  function send(): void {
    setLooked(true)
    if (isMissing) {
      document.getElementById('act-note')?.focus()
      return
    }
    doing.run(async () => {
      await perform(act, found, note.trim(), resolution)
      toast.success(words.done)
      onDone()
    })
  }

  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <div className="grid w-full gap-3 sm:flex sm:flex-row-reverse sm:justify-start">
          <Button wide look={words.look} working={doing.working} workingText={words.working} onClick={send}>
            {words.button}
          </Button>
          <Button wide look="quiet" onClick={onClose}>
            Not now
          </Button>
        </div>
      }
    >
      {doing.failure ? <NotDone failure={doing.failure} /> : null}
      <p>{words.says}</p>
      {act === 'answer' ? <Answers found={found} chosen={resolution} onChosen={setResolution} /> : null}
      {words.note ? (
        <TextArea
          id="act-note"
          label={words.note.label}
          hint={words.note.hint}
          rows={3}
          maxLength={300}
          value={note}
          onText={(text) => setNote(text.replaceAll(/\s+/g, ' '))}
          error={looked && isMissing ? words.note.missing : null}
        />
      ) : null}
    </Dialog>
  )
}

async function perform(act: ActName, found: MoneyCase, note: string, resolution: Resolution): Promise<void> {
  if (act === 'give_back') await giveBack(found, note)
  else if (act === 'retry') await retry(found)
  else if (act === 'release') await release(found)
  else if (act === 'answer') await answer(found, resolution, note)
  else await close(found, note)
}

function NotDone({ failure }: { failure: unknown }) {
  const offline = isOffline(failure)
  return (
    <Banner tone={offline ? 'warn' : 'error'} title="This was not done" announce>
      <p>
        {offline
          ? 'No answer came. Your network may have dropped. You can try again: it is done once.'
          : failureWords(failure)}
      </p>
    </Banner>
  )
}

type AnswersProps = { found: MoneyCase; chosen: Resolution; onChosen: (resolution: Resolution) => void }

function Answers({ found, chosen, onChosen }: AnswersProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">What do we say?</legend>
      <RadioCard
        name="resolution"
        value="declined"
        checked={chosen === 'declined'}
        onChosen={() => onChosen('declined')}
        title="Decline with the evidence"
      >
        The service was given. The bank decides, in some days.
      </RadioCard>
      <RadioCard
        name="resolution"
        value="merchant-accepted"
        checked={chosen === 'merchant-accepted'}
        onChosen={() => onChosen('merchant-accepted')}
        title={`Accept, and give ${moneyOf(found)} up`}
      >
        The payer is right. The money is taken from us at once.
      </RadioCard>
    </fieldset>
  )
}

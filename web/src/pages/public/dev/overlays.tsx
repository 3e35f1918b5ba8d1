import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Drawer } from '../../../components/drawer.tsx'
import { Field } from '../../../components/field.tsx'
import { Flutter } from '../../../components/mark.tsx'
import { toast } from '../../../lib/toast.ts'
import { Sample, SmallSamples } from './sample.tsx'

type Open = 'dialog' | 'sheet' | 'drawer'

/** The overlays of a page: each is opened by its button. */
export function OverlaysSection() {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <SmallSamples>
        <Sample name="dialog">
          <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        </Sample>
        <Sample name="wide, with a picture and actions">
          <Button onClick={() => setOpen('sheet')}>Open a wide dialog</Button>
        </Sample>
        <Sample name="drawer">
          <Button onClick={() => setOpen('drawer')}>Open the drawer</Button>
        </Sample>
      </SmallSamples>
      <SmallSamples>
        <Sample name="done">
          <Button onClick={() => toast.success('link copied to clipboard')}>Say it was done</Button>
        </Sample>
        <Sample name="failed">
          <Button onClick={() => toast.error('Unknown error')}>Say it failed</Button>
        </Sample>
        <Sample name="worth knowing">
          <Button onClick={() => toast.info('Item removed from cart')}>Say it is worth knowing</Button>
        </Sample>
        <Sample name="missing">
          <Button onClick={() => toast.warn('select a lab to continue')}>Say what is missing</Button>
        </Sample>
      </SmallSamples>
      {open === 'dialog' ? (
        <Dialog title="Forgot your password?" onClose={close}>
          <Field label="Email" type="email" />
          <Button look="primary" wide onClick={close}>
            Verify
          </Button>
        </Dialog>
      ) : null}
      {open === 'sheet' ? (
        <Dialog
          wide
          title="Cancel this booking?"
          picture={<Flutter />}
          onClose={close}
          actions={
            <>
              <Button look="danger" onClick={close}>
                Yes, cancel it
              </Button>
              <Button onClick={close}>Keep it</Button>
            </>
          }
        >
          <p>Your cart is emptied, and you go back to the lab.</p>
        </Dialog>
      ) : null}
      {open === 'drawer' ? (
        <Drawer name="Menu" onClose={close}>
          <p className="pb-8">A panel from the right. Escape or a tap beside it closes it.</p>
        </Drawer>
      ) : null}
    </>
  )
}

import { downloadLinkReceipt, downloadReceipt } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import * as copy from '../../copy/receipts.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'

/** Why no file was saved; the payment is not affected. */
function NotSaved({ failure }: { failure: unknown }) {
  return (
    <Banner tone={isOffline(failure) ? 'warn' : 'error'} title={copy.failed} announce>
      <p>
        {isOffline(failure) ? shared.networkDropped : failureWords(failure)} {copy.failedHint}
      </p>
    </Banner>
  )
}

function ReceiptDownload({ fetchIt }: { fetchIt: () => Promise<void> }) {
  const act = useAct()
  const [saved, setSaved] = useState(false)
  async function download(): Promise<void> {
    setSaved(false)
    await fetchIt()
    setSaved(true)
  }
  return (
    <div className="space-y-3">
      <Button wide working={act.working} workingText={copy.preparing} onClick={() => act.run(download)}>
        {copy.download}
      </Button>
      <p role="status" className={saved ? 'text-small text-muted' : 'sr-only'}>
        {saved ? copy.saved : ''}
      </p>
      {act.failure ? <NotSaved failure={act.failure} /> : null}
    </div>
  )
}

/** The receipt of a paid order, for the account that booked it. */
export function OrderReceipt({ reference }: { reference: string }) {
  return (
    <Card as="section" labelledBy="receipt">
      <h2 id="receipt" className="heading-small mb-3">
        {copy.title}
      </h2>
      <ReceiptDownload fetchIt={() => saveFile(downloadReceipt, { reference })} />
    </Card>
  )
}

/** The receipt of a payment through a link, for anyone who has the link. */
export function LinkReceipt({ token }: { token: string }) {
  return <ReceiptDownload fetchIt={() => saveFile(downloadLinkReceipt, { token })} />
}

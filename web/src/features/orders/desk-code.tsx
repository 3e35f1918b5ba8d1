import { Card } from '../../components/card.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import * as copy from '../../copy/orders.ts'

/** An order's number as a QR code for the lab's desk. */
export function DeskCode({ reference }: { reference: string }) {
  return (
    <Card as="section" labelledBy="desk-code">
      <div className="flex items-center gap-4">
        <div className="rounded-field border-hair bg-card size-28 shrink-0 border p-1">
          <QrCode address={reference} name={copy.deskCode} />
        </div>
        <div className="min-w-0">
          <h2 id="desk-code" className="heading-small">
            {copy.deskTitle}
          </h2>
          <p className="text-small text-muted mt-1">{copy.deskHint}</p>
        </div>
      </div>
    </Card>
  )
}

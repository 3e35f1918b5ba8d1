import { downloadLabAttachment, type LabReport, type ReportAttachment } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { saveFile } from '../../lib/save-file.ts'
import { fileWords } from './policy.ts'

type LineProps = {
  report: LabReport
  version: number
  attachment: ReportAttachment
  /** Further acts on it. */
  children?: ReactNode
}

/** A version's PDF, for lab staff. */
export function AttachmentLine({ report, version, attachment, children }: LineProps) {
  const saving = useAct()
  return (
    <div className="space-y-2">
      <NotDone failure={saving.failure} />
      <div className="rounded-button bg-sand flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <span className="grow">
          <b>{copy.pdf}</b> <span className="text-muted">{fileWords(attachment)}</span>
        </span>
        <Button
          look="quiet"
          working={saving.working}
          workingText={copy.downloading}
          onClick={() =>
            saving.run(async () => {
              await saveFile(downloadLabAttachment, { id: report.id, number: String(version) })
            })
          }
        >
          {copy.download}
          <span className="sr-only"> {fill(copy.downloadWhich, { test: report.test, version })}</span>
        </Button>
        {children}
      </div>
    </div>
  )
}

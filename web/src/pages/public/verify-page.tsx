import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Link } from '../../components/link.tsx'
import { NoAnswer } from '../../components/not-loaded.tsx'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/site.ts'
import { AuthenticityCard } from '../../features/results/authenticity-card.tsx'
import { tidyCode } from '../../features/results/policy.ts'
import { useAuthenticity } from '../../features/results/queries.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fillNodes } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'

const exampleCode = '7KQ2-M4XA-90TB-VE5H'

function AskForCode({ typed, unknown }: { typed: string; unknown: boolean }) {
  const [code, setCode] = useState(typed)
  const [looked, setLooked] = useState(false)
  const navigate = useNavigate()
  const isMissing = looked && code.trim() === ''
  return (
    <form
      noValidate
      className="max-w-column space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        setLooked(true)
        if (code.trim() !== '') navigate(`/verify/${encodeURIComponent(tidyCode(code))}`)
      }}
    >
      {unknown ? (
        <Banner tone="error" title={copy.verifyUnknownTitle} announce>
          <p>{copy.verifyUnknown}</p>
        </Banner>
      ) : null}
      <Field
        id="verify-code"
        label={copy.verifyCode}
        hint={fillNodes(copy.verifyCodeHint, {
          example: <span className="whitespace-nowrap">{exampleCode}</span>,
        })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={code}
        onText={setCode}
        error={isMissing ? copy.verifyMissing : null}
      />
      <Button type="submit" look="primary" wide>
        {copy.verifyCheck}
      </Button>
    </form>
  )
}

function Found({ code }: { code: string }) {
  const query = useAuthenticity(code)
  const again = () => void query.refetch()
  if (query.data)
    return (
      <div className="max-w-column space-y-4">
        <AuthenticityCard code={code} report={query.data.data} />
        <Link to="/verify" className="inline-flex min-h-12 items-center">
          {copy.verifyAnother}
        </Link>
      </div>
    )
  if (query.error instanceof ApiFailure && query.error.status === 404)
    return <AskForCode key={code} typed={code} unknown />
  if (query.isError) return <NoAnswer failure={query.error} onRetry={again} />
  return (
    <Waiting onRetry={again}>
      <Skeleton className="max-w-column h-120 w-full" />
    </Waiting>
  )
}

/** Checks whether a report is genuine, for any holder of one. It never shows a value. */
export function VerifyPage() {
  useTitle(copy.verifyTitle)
  const { code = '' } = useParams()
  return (
    <div className="page grow space-y-6 pt-6 pb-12 md:pt-10">
      <div>
        <h1>{copy.verifyTitle}</h1>
        <p className="max-w-words text-muted mt-2">{copy.verifyHelp}</p>
      </div>
      {code === '' ? <AskForCode typed="" unknown={false} /> : <Found code={tidyCode(code)} />}
    </div>
  )
}

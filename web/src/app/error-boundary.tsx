import { brand } from '@labalaba/contract'
import { Component, type ReactNode, useEffect } from 'react'
import { Button } from '../components/button.tsx'
import { Flutter } from '../components/mark.tsx'
import * as copy from '../copy/app.ts'
import * as shared from '../copy/shared.ts'
import { fill } from '../lib/fill.ts'

type Props = { at: string; children: ReactNode }
type State = { failed: boolean; at: string }

/**
 * Shows a message in place of what failed, until the address (`at`) changes. React supports this only in a class
 * component: the one exception to our rule.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, at: this.props.at }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { failed: false, at }
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children
  }
}

const openAfresh = () => location.reload()

/** Shows the message, and reloads the page once a lost network is back. */
function Broken() {
  useEffect(() => {
    if (navigator.onLine) return
    window.addEventListener('online', openAfresh)
    return () => window.removeEventListener('online', openAfresh)
  }, [])
  return (
    <div className="page flex flex-1 flex-col items-center py-12 text-center">
      <Flutter />
      <h1 className="mt-6">{copy.brokenTitle}</h1>
      <p className="max-w-words text-muted mt-2">{fill(copy.broken, { email: brand.supportEmail })}</p>
      <div className="mt-6">
        {/* Without a network the browser would replace our page with its own error page. */}
        <Button look="primary" onClick={() => navigator.onLine && openAfresh()}>
          {shared.tryAgain}
        </Button>
      </div>
    </div>
  )
}

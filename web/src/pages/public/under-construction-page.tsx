import cloth from '../../components/art/half-drawn-cloth.svg'
import { LinkButton } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/site.ts'
import { useTitle } from '../../lib/hooks.ts'

/** For features that are announced and not ready. */
export function UnderConstructionPage() {
  useTitle(copy.constructionTitle)
  return (
    <div className="page flex flex-1 items-center justify-center py-8">
      <EmptyState
        headingLevel="h1"
        picture={cloth}
        title={copy.constructionTitle}
        action={
          <LinkButton to="/" look="primary" wide>
            {copy.backHome}
          </LinkButton>
        }
      >
        {copy.construction}
      </EmptyState>
    </div>
  )
}

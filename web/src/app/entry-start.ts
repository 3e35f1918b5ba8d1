/**
 * The first script of a page that is written ahead. Such a page can be read at once, and on a slow network its scripts
 * would take the room of its letters and its picture: so they are asked for when it has been drawn.
 */
const scripts = document.getElementById('root')?.dataset.ahead?.split(' ') ?? []

function fetchScripts(): void {
  for (const href of scripts) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href, crossOrigin: 'anonymous', fetchPriority: 'low' })
    document.head.append(link)
  }
  const [first] = scripts
  if (first) void import(/* @vite-ignore */ first)
}

// A page in a tab that nobody looks at is never drawn.
if (document.visibilityState === 'hidden') fetchScripts()
else requestAnimationFrame(() => setTimeout(fetchScripts))

/**
 * The first script of a prerendered page. Such a page can be read immediately, and on a slow network its scripts would
 * compete with its fonts and its picture. So the scripts, and the pictures further down, are requested after it has
 * been drawn.
 */
const page = document.getElementById('root')
const scripts = page?.dataset.ahead?.split(' ') ?? []

// Set before a picture further down is requested (`lib/data-saver.ts`).
if (document.cookie.includes('data_saver=on')) document.documentElement.dataset.saver = ''

function fetchRest(): void {
  page?.setAttribute('data-drawn', '')
  for (const href of scripts) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href, crossOrigin: 'anonymous', fetchPriority: 'low' })
    document.head.append(link)
  }
  const [first] = scripts
  if (first) void import(/* @vite-ignore */ first)
}

// A page in a hidden tab is never drawn.
if (document.visibilityState === 'hidden') fetchRest()
else requestAnimationFrame(() => setTimeout(fetchRest))

/** React marks the elements of a prerendered page that it has hydrated. */
const isLive = (button: HTMLElement) => Object.keys(button).some((key) => key.startsWith('__react'))

/** Links and questions work without a script. A tap on a button is repeated once React has hydrated the button. */
function saveTap({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
  if (!button || isLive(button)) return
  const waiting = setInterval(() => {
    if (button.isConnected && !isLive(button)) return
    clearInterval(waiting)
    button.click()
  }, 50)
}

/** While part of the page is not hydrated, React stops the propagation of a tap that it cannot handle yet. */
function watchPropagation(event: Event): void {
  event.stopPropagation = () => {
    saveTap(event)
    Event.prototype.stopPropagation.call(event)
  }
}

if (scripts.length > 0) {
  document.addEventListener('click', watchPropagation, true)
  document.addEventListener('click', saveTap)
}

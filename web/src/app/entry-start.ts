/**
 * The first script of a page that is written ahead. Such a page can be read at once, and on a slow network its scripts
 * would take the room of its letters and its picture: so they, and the pictures further down, are asked for when it has
 * been drawn.
 */
const page = document.getElementById('root')
const scripts = page?.dataset.ahead?.split(' ') ?? []

// Before a picture further down is asked for (`lib/saver.ts`).
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

// A page in a tab that nobody looks at is never drawn.
if (document.visibilityState === 'hidden') fetchRest()
else requestAnimationFrame(() => setTimeout(fetchRest))

/** React leaves its mark on what it has taken over from the written page. */
const isLive = (button: HTMLElement) => Object.keys(button).some((key) => key.startsWith('__react'))

/** What a link or a question does needs no script. A button's tap is kept, and given once there is somebody to hear it. */
function keepTap({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
  if (!button || isLive(button)) return
  const waiting = setInterval(() => {
    if (button.isConnected && !isLive(button)) return
    clearInterval(waiting)
    button.click()
  }, 50)
}

/** Where a part of the page has yet to be taken over, React stops the tap that it cannot give to anybody. */
function hearOfStop(event: Event): void {
  event.stopPropagation = () => {
    keepTap(event)
    Event.prototype.stopPropagation.call(event)
  }
}

if (scripts.length > 0) {
  document.addEventListener('click', hearOfStop, true)
  document.addEventListener('click', keepTap)
}

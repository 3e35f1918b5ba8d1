import { createRoot } from 'react-dom/client'
import { Slide, ToastContainer, type TypeOptions, toast } from 'react-toastify/unstyled'
import * as copy from '../copy/components.ts'
import 'react-toastify/ReactToastify.css'
import './toast.css'

let raised = false

/** Puts the toaster next to the page and not inside it, so that an open dialog does not mute it. */
function raise(): void {
  if (raised) return
  raised = true
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <ToastContainer
      position="top-right"
      autoClose={5000}
      transition={Slide}
      hotKeys={(event) => event.altKey && event.code === 'KeyT'}
      aria-label={copy.notifications}
      newestOnTop
      closeOnClick
      draggable={false}
      theme="light"
    />,
  )
}

let errors: string[] = []
/** Part of the id: separates new notices from dismissed ones that may still be sliding out. */
let round = 0

/** Shows one notice. The same text is not stacked twice. */
export function showToast(kind: TypeOptions, text: string): void {
  raise()
  const toastId = `${kind}:${round}:${text}`
  if (kind === 'error') errors.push(toastId)
  toast(text, { type: kind, toastId })
}

/** Dismisses the notices of failures. */
export function dismissErrors(): void {
  for (const id of errors) toast.dismiss(id)
  errors = []
  round += 1
}

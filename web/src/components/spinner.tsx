/** A small turning drop, for buttons at work. It is hidden from screen readers: the text next to it says so. */
export function Spinner() {
  return (
    <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true" className="motion-turn shrink-0">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity=".3" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

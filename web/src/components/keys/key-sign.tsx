/** The shortcut key of the button around it, for users with a keyboard. Screen readers get it from the button. */
export function KeySign({ letter }: { letter: string }) {
  return (
    <span aria-hidden="true" className="hidden md:pointer-fine:inline">
      <kbd className="rounded-field text-small inline-block min-w-6 border border-current px-1.5 text-center leading-5 font-normal">
        {letter}
      </kbd>
    </span>
  )
}

/** The people of a page, in front of a patterned patch. */
export function Scene({ picture }: { picture: string }) {
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-120 lg:max-w-none">
      <div className="drop-up-left adire-wing absolute -top-3 -right-8 size-30 md:size-40" />
      <img
        src={picture}
        alt=""
        width="640"
        height="480"
        fetchPriority="high"
        className="relative h-auto w-full"
      />
    </div>
  )
}

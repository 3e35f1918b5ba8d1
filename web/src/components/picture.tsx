type PictureProps = { src: string; small?: boolean }

/** A small illustration (240 by 180) next to text that says the same: hidden from screen readers and by the data saver. */
export function Picture({ src, small = false }: PictureProps) {
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      width="240"
      height="180"
      className={`h-auto ${small ? '-ml-6 w-36' : 'w-40 md:w-60'}`}
    />
  )
}

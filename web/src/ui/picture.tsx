type PictureProps = { src: string; small?: boolean }

/** A small scene of ours (240 by 180) beside words that say it all: nothing for a screen reader, nor where data is saved. */
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

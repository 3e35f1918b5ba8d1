/** One instruction of a Containerfile, such as `RUN` with its words on one line. */
export type ContainerStep = { readonly name: string; readonly rest: string }
/** From one `FROM` to the next. */
export type Stage = {
  readonly base: string
  readonly name?: string
  readonly steps: readonly ContainerStep[]
}

const known = [
  'ADD',
  'ARG',
  'CMD',
  'COPY',
  'ENTRYPOINT',
  'ENV',
  'EXPOSE',
  'FROM',
  'HEALTHCHECK',
  'LABEL',
  'RUN',
]
const all = new Set([...known, 'STOPSIGNAL', 'USER', 'VOLUME', 'WORKDIR'])

/** Reads a Containerfile into its stages. Throws at an instruction that does not exist, or that comes before `FROM`. */
export function readContainerfile(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: { base: string; name?: string; steps: ContainerStep[] }[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (!all.has(name)) throw new Error(`"${line}" is no instruction of a Containerfile.`)
    if (name === 'FROM') {
      const [base = '', as, stage] = rest.split(' ')
      stages.push({ base, ...(as === 'AS' && stage && { name: stage }), steps: [] })
    } else {
      const stage = stages.at(-1)
      if (!stage) throw new Error(`${name} comes before FROM.`)
      stage.steps.push({ name, rest })
    }
  }
  return stages
}

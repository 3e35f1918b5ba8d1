import {
  measureUnits,
  type TypedAgent,
  type TypedIsolate,
  type TypedIsolates,
  textOfIsolates,
  typedIsolates,
} from '@labalaba/contract'
import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, inputClass } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { agents, organisms, panels } from '../../copy/agents.ts'
import * as copy from '../../copy/isolates.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'

type FieldProps = {
  id: string
  /** The name of the line. */
  name: string
  typed: string
  described: string
  onTyped: (text: string) => void
  onLeave: () => void
}

const noAgent: TypedAgent = { agent: '', result: '', method: 'zone', value: '' }
const noIsolate: TypedIsolate = { organism: '', quantity: '', agents: [] }

/** The fields for the organisms of a culture and their susceptibility. What is typed leaves it as one text. */
export function IsolatesField({ id, name, typed, described, onTyped, onLeave }: FieldProps) {
  const [{ text, draft }, setState] = useState(() => stateOf(typed))
  const organismList = useId()
  const agentList = useId()
  // The text changes from outside when a stored draft takes the place of what is typed here.
  if (text !== typed) setState(stateOf(typed))

  function change(next: TypedIsolates): void {
    setState({ text: textOfDraft(next), draft: next })
    onTyped(textOfDraft(next))
  }
  function changeIsolate(place: number, next: TypedIsolate | null): void {
    const found = draft.found.flatMap((one, index) => (index === place ? (next ?? []) : [one]))
    change({ ...draft, found: found.length > 0 ? found : [noIsolate] })
  }
  const hasAgents = draft.found.some((isolate) => isolate.agents.length > 0)
  return (
    <fieldset
      aria-label={name}
      aria-describedby={described}
      className="w-full min-w-0 space-y-4"
      onBlur={onLeave}
    >
      <Suggestions id={organismList} names={organisms} />
      <Suggestions id={agentList} names={agents} />
      {draft.found.map((isolate, index) => (
        <IsolateFields
          // biome-ignore lint/suspicious/noArrayIndexKey: organisms have no other name while they are typed
          key={index}
          id={index === 0 ? id : `${id}-${index}`}
          number={index + 1}
          isolate={isolate}
          lists={{ organismList, agentList }}
          isOnly={draft.found.length === 1 && draft.found[0] === noIsolate}
          onChange={(next) => changeIsolate(index, next)}
        />
      ))}
      {hasAgents ? <Breakpoints draft={draft} onChange={change} /> : null}
      <Button wide onClick={() => change({ ...draft, found: [...draft.found, noIsolate] })}>
        {copy.addOrganism}
      </Button>
    </fieldset>
  )
}

/** A text with its fields: there is always an organism to fill in. */
function stateOf(text: string): { readonly text: string; readonly draft: TypedIsolates } {
  const read = typedIsolates(text)
  return { text, draft: read.found.length > 0 ? read : { ...read, found: [noIsolate] } }
}

/** The text of what is typed: an organism of which nothing is typed is not there yet. */
function textOfDraft(draft: TypedIsolates): string {
  const found = draft.found.filter(
    ({ organism, quantity, agents: tested }) =>
      organism.trim() !== '' || quantity !== '' || tested.length > 0,
  )
  return textOfIsolates(found.length > 0 ? { ...draft, found } : { found, standard: '', year: '' })
}

function Suggestions({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}

type IsolateProps = {
  id: string
  number: number
  isolate: TypedIsolate
  lists: { organismList: string; agentList: string }
  isOnly: boolean
  onChange: (isolate: TypedIsolate | null) => void
}

function IsolateFields({ id, number, isolate, lists, isOnly, onChange }: IsolateProps) {
  const setAgents = (next: readonly TypedAgent[]) => onChange({ ...isolate, agents: next })
  return (
    <fieldset className="rounded-button border-hair min-w-0 space-y-3 border p-3">
      <legend className="px-1 font-semibold">{fill(copy.organismNumber, { number })}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-3 md:grid-cols-2">
        <Field
          id={id}
          label={copy.organism}
          list={lists.organismList}
          autoComplete="off"
          maxLength={90}
          value={isolate.organism}
          onText={(organism) => onChange({ ...isolate, organism: oneLine(organism) })}
        />
        <Field
          label={copy.quantity}
          autoComplete="off"
          maxLength={60}
          hint={copy.quantityHint}
          value={isolate.quantity}
          onText={(quantity) => onChange({ ...isolate, quantity })}
        />
      </div>
      {isolate.agents.length > 0 ? (
        <>
          <ul className="divide-hair divide-y">
            {isolate.agents.map((agent, index) => (
              <AgentFields
                // biome-ignore lint/suspicious/noArrayIndexKey: agents have no other name while they are typed
                key={index}
                organism={number}
                number={index + 1}
                agent={agent}
                list={lists.agentList}
                onChange={(next) =>
                  setAgents(isolate.agents.flatMap((one, place) => (place === index ? (next ?? []) : [one])))
                }
              />
            ))}
          </ul>
          <p className="text-small text-muted">{copy.untestedSays}</p>
        </>
      ) : null}
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <Button look="quiet" onClick={() => setAgents([...isolate.agents, noAgent])}>
          {copy.addAgent}
        </Button>
        {isolate.agents.length === 0
          ? panels.map(({ name, agents: names }) => (
              <Button
                key={name}
                look="quiet"
                onClick={() => setAgents(names.map((agent) => ({ ...noAgent, agent })))}
              >
                {fill(copy.addPanel, { panel: name })}
              </Button>
            ))
          : null}
        {isOnly ? null : (
          <Button look="quiet" onClick={() => onChange(null)}>
            {fill(copy.removeOrganism, { number })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** A comma divides the name from how much grew, and a hyphen begins an agent. */
function oneLine(text: string): string {
  return text.replaceAll(',', ' ').replace(/^- */, '')
}

type AgentProps = {
  organism: number
  number: number
  agent: TypedAgent
  list: string
  onChange: (agent: TypedAgent | null) => void
}

function AgentFields({ organism, number, agent, list, onChange }: AgentProps) {
  const called = agent.agent === '' ? copy.aNewAgent : agent.agent
  const field = `${inputClass(false)} w-full`
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)_6rem] items-center gap-2 py-2 xl:grid-cols-[minmax(0,1.8fr)_4.5rem_minmax(0,1fr)_5.5rem_auto]">
      <input
        aria-label={fill(copy.agentOf, { number, organism })}
        list={list}
        autoComplete="off"
        maxLength={60}
        value={agent.agent}
        onChange={({ target }) => onChange({ ...agent, agent: target.value.replaceAll(':', ' ') })}
        className={`${field} max-xl:order-1 max-xl:col-span-2`}
      />
      <select
        aria-label={fill(copy.resultOf, { agent: called })}
        value={agent.result}
        onChange={({ target }) => onChange({ ...agent, result: resultOf(target.value) })}
        className={`${field} max-xl:order-3`}
      >
        <option value="">–</option>
        {results.map((result) => (
          <option key={result}>{result}</option>
        ))}
      </select>
      <input
        aria-label={fill(copy.measuredOf, { agent: called })}
        autoComplete="off"
        maxLength={12}
        placeholder={copy.measured}
        value={agent.value}
        onChange={({ target }) => onChange({ ...agent, value: plainNumber(target.value) })}
        className={`${field} max-xl:order-4`}
      />
      <select
        aria-label={fill(copy.unitOf, { agent: called })}
        value={agent.method}
        onChange={({ target }) => onChange({ ...agent, method: target.value === 'MIC' ? 'MIC' : 'zone' })}
        className={`${field} max-xl:order-5`}
      >
        <option value="zone">{measureUnits.zone}</option>
        <option value="MIC">{measureUnits.MIC}</option>
      </select>
      <span className="max-xl:order-2">
        <Button look="quiet" onClick={() => onChange(null)}>
          {shared.remove}
          <span className="sr-only"> {called}</span>
        </Button>
      </span>
    </li>
  )
}

/** Without spaces and parentheses, and with the signs that a keyboard has. */
function plainNumber(text: string): string {
  return text
    .replaceAll('≤', '<=')
    .replaceAll('≥', '>=')
    .replace(/[()\s]/g, '')
}

const results = ['S', 'I', 'R'] as const

function resultOf(value: string): TypedAgent['result'] {
  return results.find((one) => one === value) ?? ''
}

function Breakpoints({
  draft,
  onChange,
}: {
  draft: TypedIsolates
  onChange: (draft: TypedIsolates) => void
}) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:max-w-120">
      <SelectField
        label={copy.breakpoints}
        value={draft.standard}
        options={[{ value: '', label: copy.choose }, ...standards.map((value) => ({ value, label: value }))]}
        onChosen={(chosen) => onChange({ ...draft, standard: standards.find((one) => one === chosen) ?? '' })}
      />
      <Field
        label={copy.breakpointsYear}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        disabled={draft.standard === ''}
        value={draft.year}
        onText={(text) => onChange({ ...draft, year: text.replace(/\D/g, '') })}
      />
    </div>
  )
}

const standards = ['EUCAST', 'CLSI'] as const

import { useState } from 'react'
import { BirthField } from '../../../components/birth-field.tsx'
import { CodeInput } from '../../../components/code-input.tsx'
import type { DateParts } from '../../../components/date-of-birth.ts'
import { Field, type FieldProps } from '../../../components/field.tsx'
import { PasswordField } from '../../../components/password-field.tsx'
import { PhoneField } from '../../../components/phone-field.tsx'
import { Sample, Samples } from './sample.tsx'

function LiveField({ start = '', ...rest }: Omit<FieldProps, 'value' | 'onText'> & { start?: string }) {
  const [text, setText] = useState(start)
  return <Field {...rest} value={text} onText={setText} />
}

function LivePhone({ start, error }: { start: string; error?: string }) {
  const [text, setText] = useState(start)
  return <PhoneField label="Mobile number" autoComplete="off" value={text} onText={setText} error={error} />
}

function LivePassword({ start = '', error }: { start?: string; error?: string }) {
  const [text, setText] = useState(start)
  return <PasswordField label="Password" autoComplete="off" value={text} onText={setText} error={error} />
}

function LiveBirth({ start, error }: { start: DateParts; error?: string }) {
  const [parts, setParts] = useState(start)
  return <BirthField value={parts} onParts={setParts} error={error} own={false} />
}

function LiveCode({ start, error, disabled }: { start: string; error?: string; disabled?: boolean }) {
  const [digits, setDigits] = useState(start)
  return <CodeInput value={digits} onText={setDigits} error={error} disabled={disabled ?? false} />
}

/** Text fields of every kind in every state. */
export function FieldsSection() {
  return (
    <Samples>
      <Sample name="empty">
        <LiveField label="First name" />
      </Sample>
      <Sample name="filled">
        <LiveField label="First name" start="Adaeze" />
      </Sample>
      <Sample name="with a hint, optional">
        <LiveField label="Gate phone" hint="Whom to call at the gate" optional width="phone" />
      </Sample>
      <Sample name="wrong">
        <LiveField label="Email" start="ada@" error="Invalid email format" />
      </Sample>
      <Sample name="off">
        <LiveField label="Email" start="ada@example.com" disabled />
      </Sample>
      <Sample name="phone">
        <LivePhone start="0803 123 4567" />
      </Sample>
      <Sample name="phone, wrong">
        <LivePhone start="12" error="phone number must start with 234" />
      </Sample>
      <Sample name="password">
        <LivePassword start="guava river lantern" />
      </Sample>
      <Sample name="password, wrong">
        <LivePassword start="12345678" error="That password is on a list that thieves try first." />
      </Sample>
      <Sample name="date of birth">
        <LiveBirth start={{ day: '27', month: '3', year: '1985' }} />
      </Sample>
      <Sample name="date of birth, wrong">
        <LiveBirth start={{ day: '31', month: '2', year: '1985' }} error="There is no such day." />
      </Sample>
      <Sample name="code, empty">
        <LiveCode start="" />
      </Sample>
      <Sample name="code, on the way">
        <LiveCode start="482" />
      </Sample>
      <Sample name="code, wrong">
        <LiveCode start="482" error="otp must be 5 digits" />
      </Sample>
      <Sample name="code, off">
        <LiveCode start="48213" disabled />
      </Sample>
    </Samples>
  )
}

/** An issue of an OperationOutcome: its kind (HL7's issue types), the message, and the part of the body. */
export type Trouble = {
  readonly code: string
  readonly say: string
  /** A FHIRPath, such as Bundle.entry[2].resource.status. */
  readonly at?: string
  readonly severity?: 'error' | 'warning' | 'information'
}

export type OperationOutcome = {
  readonly resourceType: 'OperationOutcome'
  readonly issue: readonly object[]
}

/** An OperationOutcome of FHIR R4. */
export function outcomeOf(troubles: readonly Trouble[]): OperationOutcome {
  return {
    resourceType: 'OperationOutcome',
    issue: troubles.map(({ code, say, at, severity = 'error' }) => ({
      ...{ severity, code, diagnostics: say },
      ...(at !== undefined && { expression: [at] }),
    })),
  }
}

/** Our refusals in the terms of FHIR. */
const known: Readonly<Record<string, Trouble>> = {
  invalid_token: {
    code: 'login',
    say: 'This key is unknown or was revoked. Ask a manager of the lab for a new one.',
  },
  too_many: { code: 'throttled', say: 'Too many calls. Wait as long as Retry-After says.' },
  too_large: { code: 'too-long', say: 'A Bundle has 512 KiB at most. Send fewer reports at once.' },
  wrong_content_type: { code: 'not-supported', say: 'Send the Bundle as application/fhir+json.' },
  busy: { code: 'transient', say: 'We are very busy just now. Send the same again in a moment.' },
  server_error: {
    code: 'exception',
    say: 'Something went wrong on our side. Send the same again; nothing is done twice.',
  },
}

export function troubleOf(code: string): Trouble {
  return known[code] ?? { code: 'invalid', say: 'This cannot be read.' }
}

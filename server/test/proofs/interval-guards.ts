type Refused = readonly [what: string, statements: readonly string[], guard: string]

/** Intervals and units of a lab that the database refuses; `staff` is the account of a member of the lab. */
export function intervalGuards(staff: string): Refused[] {
  const own = (changes: Readonly<Record<string, string>> = {}) => {
    const columns: Record<string, string> = {
      lab_id: '(select min(id) from lab)',
      analyte_id: '(select min(id) from analyte)',
      from_amount: '0',
      from_unit: `'days'`,
      low: '4',
      high: '11',
      set_by: staff,
      set_at: 'now()',
      ...changes,
    }
    return `insert into lab_interval (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`
  }
  const ended = `update lab_interval set ended_at = now(), ended_by = ${staff}`
  const unit = (changes: Readonly<Record<string, string>> = {}) => {
    const columns: Record<string, string> = {
      ...{ lab_id: '(select min(id) from lab)', analyte_id: '(select min(id) from analyte)' },
      ...{ ucum: `'g/L'`, unit: `'g/L'`, catalogue_ucum: `'g/dL'`, factor: '0.1', decimals: '0' },
      ...{ set_by: staff, set_at: 'now()', ...changes },
    }
    return `insert into lab_unit (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`
  }
  const method = (words = `'ISE'`) =>
    `insert into lab_method (lab_id, analyte_id, method, set_by, set_at)
      values ((select min(id) from lab), (select min(id) from analyte), ${words}, ${staff}, now())`
  const methodEnded = `update lab_method set ended_at = now(), ended_by = ${staff}`
  const unitEnded = `update lab_unit set ended_at = now(), ended_by = ${staff}`
  const offered = (factor: string, decimals: string, ucum = 'g/L') =>
    `insert into reporting_unit (analyte, catalogue_ucum, ucum, unit, factor, decimals, source)
      values ('proof', 'g/dL', '${ucum}', 'g/L', ${factor}, ${decimals}, 'none')`
  const converted = (changes: string) => [
    'alter table result_value disable trigger user',
    `update result_value set ${changes} where kind = 'quantity' and value is not null`,
  ]
  const accepted = (edition: string) =>
    `insert into clinical_limits_accepted (lab_id, edition, accepted_rows, accepted_by, accepted_at)
      values ((select min(id) from lab), '${edition}', '{}', ${staff}, now())`
  const years = { to_amount: '24', to_unit: `'months'` }
  const inPregnancy = (limits: string) =>
    `insert into pregnancy_limit (code, analyte, ucum, low, high, trimester, source, source_read)
      values ('proof', '718-7', 'g/dL', ${limits}, 'none', false)`
  const critical = (changes: string) =>
    `insert into critical_limit (code, analyte, ucum, from_amount, from_unit, at_or_below, tier, source, source_read, sex, trimesters)
      values ('proof', '718-7', 'g/dL', 0, 'days', 7, 'urgent', 'none', false, ${changes})`
  return [
    [
      'a licence number in other signs',
      [`update lab_member set licence = '<x>'`],
      'lab_member_licence_check',
    ],
    ['a limit in pregnancy without a number', [inPregnancy('null, null, 1')], 'pregnancy_limit_check'],
    ['limits in pregnancy that cross', [inPregnancy('12, 11, 1')], 'pregnancy_limit_check1'],
    ['a critical limit in a fourth trimester', [critical(`null, '{4}'`)], 'critical_limit_trimesters_check'],
    ['a limit in pregnancy for one sex', [critical(`'Female', '{1}'`)], 'critical_limit_in_pregnancy'],
    ['a fourth trimester', [inPregnancy('11, 12, 4')], 'pregnancy_limit_trimester_check'],
    ['a number with the form of a text', converted(`structure = 'isolates'`), 'result_value_structure'],
    ['limits accepted in no edition', [accepted('none')], 'clinical_limits_accepted_edition_check'],
    [
      'limits accepted and then not',
      [accepted('0123456789abcdef'), 'delete from clinical_limits_accepted'],
      'clinical_limits_accepted is append-only',
    ],
    ['two units of a lab for one line', [unit(), unit({ ucum: `'mg/dL'` })], 'lab_unit_in_force'],
    ['the unit of the catalogue as a lab’s own', [unit({ ucum: `'g/dL'` })], 'lab_unit_check'],
    ['a unit ended by no one', [unit({ ended_at: 'now()' })], 'lab_unit_check'],
    ['a unit that converts to nothing', [unit({ factor: '0' })], 'lab_unit_factor_check'],
    ['a unit with endless decimals', [unit({ decimals: '4' })], 'lab_unit_decimals_check'],
    ['another factor of a unit', [unit(), 'update lab_unit set factor = 1'], 'ended, and never changed'],
    ['a unit that comes back', [unit(), unitEnded, unitEnded], 'ended, and never changed'],
    ['a past unit forgotten', [unit(), unitEnded, 'delete from lab_unit'], 'lab_unit is append-only'],
    ['two methods of a lab for one line', [method(), method()], 'lab_method_in_force'],
    ['a method without words', [method(`''`)], 'lab_method_length'],
    ['a method of 81 characters', [method(`repeat('x', 81)`)], 'lab_method_length'],
    ['a method ended by no one', [method(), 'update lab_method set ended_at = now()'], 'lab_method_check'],
    ['other words of a method', [method(), `update lab_method set method = 'x'`], 'ended, and never changed'],
    ['a method that comes back', [method(), methodEnded, methodEnded], 'ended, and never changed'],
    [
      'a past method forgotten',
      [method(), methodEnded, 'delete from lab_method'],
      'lab_method is append-only',
    ],
    ['a unit on offer that converts to nothing', [offered('0', '0')], 'reporting_unit_factor_check'],
    ['a unit on offer with endless decimals', [offered('0.1', '4')], 'reporting_unit_decimals_check'],
    ['the catalogue’s unit on offer', [offered('1', '0', 'g/dL')], 'reporting_unit_check'],
    ['a value converted without a factor', converted(`catalogue_ucum = 'g/L'`), 'result_value_converted'],
    [
      'a value converted to nothing',
      converted(`catalogue_ucum = 'g/L', catalogue_factor = 0`),
      'result_value_catalogue_factor_check',
    ],
    ['a number that was sent without its unit', converted(`sent_value = '126'`), 'result_value_sent'],
    ['two intervals for one patient', [own(), own({ sex: `'Male'` })], 'lab_interval_fits_once'],
    [
      'two that meet in months and years',
      [own({ ...years, to_amount: '25' }), own({ from_amount: '2', from_unit: `'years'` })],
      'lab_interval_fits_once',
    ],
    [
      'two that meet in hours and days',
      [own({ to_amount: '25', to_unit: `'hours'` }), own({ from_amount: '1' })],
      'lab_interval_fits_once',
    ],
    ['another limit of an interval', [own(), 'update lab_interval set low = 3'], 'ended, and never changed'],
    ['an interval that comes back', [own(), ended, ended], 'ended, and never changed'],
    ['a past interval forgotten', [own(), ended, 'delete from lab_interval'], 'lab_interval is append-only'],
    ['an interval without a limit', [own({ low: 'null', high: 'null' })], 'lab_interval_check'],
    ['a critical limit inside', [own({ critical_low: '5' })], 'lab_interval_check'],
    [
      'limits for adults beside a child’s value',
      [
        'alter table result_value disable trigger user',
        `update result_value set basis = 'adults_only', low = 1`,
      ],
      'result_value_check',
    ],
  ]
}

import { gramNegative, gramPositive, urine, yeast } from './isolates.ts'

/** Agents that laboratories often test together, by the kind of organism. Our judgement; the field takes any other. */
export const panels: readonly { readonly name: string; readonly agents: readonly string[] }[] = [
  {
    name: gramNegative,
    agents: [
      ...['Ampicillin', 'Amoxicillin-clavulanic acid', 'Cefuroxime', 'Ceftriaxone', 'Ceftazidime'],
      ...['Gentamicin', 'Amikacin', 'Ciprofloxacin', 'Trimethoprim-sulfamethoxazole'],
      ...['Piperacillin-tazobactam', 'Meropenem'],
    ],
  },
  { name: urine, agents: ['Nitrofurantoin', 'Fosfomycin', 'Cefalexin', 'Ciprofloxacin', 'Trimethoprim'] },
  {
    name: gramPositive,
    agents: [
      ...[
        'Benzylpenicillin',
        'Ampicillin',
        'Cefoxitin (screen for MRSA)',
        'Erythromycin',
        'Clindamycin',
        'Gentamicin',
      ],
      ...['Ciprofloxacin', 'Trimethoprim-sulfamethoxazole', 'Tetracycline', 'Vancomycin', 'Linezolid'],
    ],
  },
  { name: yeast, agents: ['Fluconazole', 'Voriconazole', 'Amphotericin B'] },
]

/** Suggestions for the name of an agent. */
export const agents: readonly string[] = [
  ...new Set([
    ...panels.flatMap((panel) => panel.agents),
    ...['Azithromycin', 'Cefepime', 'Cefixime', 'Cefotaxime', 'Chloramphenicol', 'Colistin', 'Daptomycin'],
    ...['Doxycycline', 'Ertapenem', 'Fosfomycin', 'Imipenem', 'Levofloxacin', 'Moxifloxacin', 'Ofloxacin'],
    ...['Oxacillin', 'Rifampicin', 'Teicoplanin', 'Tigecycline', 'Tobramycin', 'Itraconazole', 'Nystatin'],
  ]),
].sort()

/** Suggestions for the name of an organism. */
export const organisms: readonly string[] = [
  ...['Acinetobacter baumannii', 'Candida albicans', 'Citrobacter freundii', 'Enterobacter cloacae'],
  ...['Enterococcus faecalis', 'Enterococcus faecium', 'Escherichia coli', 'Haemophilus influenzae'],
  ...['Klebsiella pneumoniae', 'Neisseria gonorrhoeae', 'Neisseria meningitidis'],
  ...['Proteus mirabilis', 'Pseudomonas aeruginosa', 'Salmonella Typhi', 'Salmonella species'],
  ...['Shigella species', 'Staphylococcus aureus', 'Staphylococcus aureus (MRSA)'],
  ...['Staphylococcus saprophyticus', 'Coagulase-negative staphylococci', 'Streptococcus agalactiae'],
  ...['Streptococcus pneumoniae', 'Streptococcus pyogenes', 'Vibrio cholerae'],
]

/** The style of the checkout page: one column on a phone, two from 800 pixels. */
export const checkoutStyle = `
:root {
  --paper: #fbf8f3; --card: #ffffff; --sand: #f3ede3; --ink: #1c1d2e; --muted: #5a5c70; --indigo: #2e3192;
  --pressed: #232574; --tint: #ececf9; --border: #767a8c; --marigold: #f2a541; --leaf: #0a5740; --error: #8f1d17;
}
*, ::before { box-sizing: border-box; }
html { scroll-padding-bottom: 88px; }
body {
  margin: 0; background: var(--sand); color: var(--ink);
  font: 16px/24px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere;
}
h1, p, dl, dd, fieldset, form { margin: 0; padding: 0; }
header { background: var(--ink); color: #ffffff; }
header p { max-width: 912px; margin: 0 auto; padding: 10px 16px; font-size: 14px; line-height: 20px; }
header strong { color: var(--marigold); }
main { max-width: 480px; margin: 0 auto; padding: 16px 16px 32px; display: grid; gap: 16px; }
.card { background: var(--card); border-radius: 12px; padding: 16px; box-shadow: 0 1px 2px rgb(28 29 46 / 16%); }
.merchant, .summary h1 { color: var(--muted); font-size: 16px; line-height: 24px; font-weight: 600; }
.amount { font-size: 32px; line-height: 40px; font-weight: 700; font-variant-numeric: tabular-nums; }
dl { margin-top: 8px; display: grid; gap: 4px; font-size: 14px; line-height: 20px; }
dl div { display: flex; flex-wrap: wrap; column-gap: 8px; }
dt { color: var(--muted); }
fieldset { border: 0; min-width: 0; display: grid; gap: 8px; }
legend { padding: 0; margin-bottom: 8px; font-size: 20px; line-height: 28px; font-weight: 700; }
.choice {
  display: grid; grid-template-columns: 48px 1fr; align-items: center; min-height: 56px; padding: 4px 12px 4px 4px;
  border: 1px solid var(--border); border-radius: 10px; cursor: pointer;
}
.choice:has(input:focus-visible) { outline: 3px solid var(--marigold); outline-offset: 2px; box-shadow: 0 0 0 2px var(--ink); }
.choice:has(input:checked) { border-color: var(--indigo); box-shadow: inset 0 0 0 1px var(--indigo); background: var(--tint); }
.choice input:focus-visible { outline: none; box-shadow: none; }
.choice input { appearance: none; font: inherit; width: 48px; height: 48px; margin: 0; display: grid; place-items: center; cursor: pointer; border-radius: 10px; }
.choice input::before { content: ''; width: 22px; height: 22px; border: 2px solid var(--border); border-radius: 50%; background: var(--card); }
.choice input:checked::before { border: 7px solid var(--indigo); }
.choice b { display: block; font-weight: 600; }
.choice small { display: block; color: var(--muted); font-size: 14px; line-height: 20px; font-variant-numeric: tabular-nums; }
button, .button {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 48px; padding: 10px 16px;
  border: 1px solid var(--border); border-radius: 10px; background: var(--card); color: var(--ink);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { background: var(--sand); }
.primary { min-height: 52px; border-color: var(--indigo); background: var(--indigo); color: #ffffff; }
.primary:hover, .primary:active { background: var(--pressed); }
.dock { position: sticky; bottom: 0; padding: 12px 0; background: var(--card); }
.others { display: grid; gap: 8px; }
details summary { display: flex; align-items: center; min-height: 48px; padding: 0 12px; border-radius: 10px; color: var(--indigo); font-weight: 600; cursor: pointer; }
details summary::before { content: '+'; width: 24px; font-size: 20px; }
details[open] summary::before { content: '–'; }
.folded { display: grid; gap: 8px; }
:focus-visible { outline: 3px solid var(--marigold); outline-offset: 2px; box-shadow: 0 0 0 2px var(--ink); }
.note { margin-bottom: 16px; padding: 12px; border-radius: 10px; }
.bad { background: #fcebe9; color: var(--error); }
.good { background: #e4f3ec; color: var(--leaf); }
.plain { background: var(--sand); color: var(--muted); }
.outcome { display: grid; gap: 12px; justify-items: start; }
.outcome h1 { font-size: 24px; line-height: 32px; }
.mark { display: grid; place-items: center; width: 48px; height: 48px; border-radius: 50%; font-size: 24px; font-weight: 700; }
@media (min-width: 800px) {
  main { max-width: 912px; grid-template-columns: 336px 1fr; gap: 24px; padding-top: 48px; align-items: start; }
  .card { padding: 24px; }
  main > :only-child { grid-column: 1 / -1; }
  .others { grid-template-columns: 1fr 1fr; }
  .outcome .button { width: auto; min-width: 280px; }
}
`

/** A plain coin as the icon of the browser tab. */
export const checkoutIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15"
fill="#1c1d2e"/><path d="M10 23V9l12 14V9M7 14h18M7 18h18" fill="none" stroke="#f2a541" stroke-width="2"/></svg>`

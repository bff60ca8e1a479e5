/** The style of the approval page. The page's headers name its digest, so it must be used unchanged. */
export const APPROVAL_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f3; --card: #fff; --ink: #22242a; --soft: #656a75; --line: #e0e0da; --well: #f3f3ef;
  --go: #1c6b4a; --go-ink: #fff; --note: #fff4d6; --note-ink: #5c4500;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16181c; --card: #1f2228; --ink: #e8e8e4; --soft: #9aa0ab; --line: #343841; --well: #17191e;
    --go: #5fc596; --go-ink: #0c2418; --note: #3a3010; --note-ink: #f4dd9a;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.top { margin-bottom: 1.75rem; }
.name { margin: 0; color: var(--soft); font-size: .875rem; }
h1 { margin: .1rem 0 0; font-size: 1.6rem; font-weight: 600; line-height: 1.25; }
h2 { margin: 0; font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere; }
h3 { margin: 1rem 0 .35rem; color: var(--soft); font-size: .8125rem; font-weight: 500; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; unicode-bidi: isolate-override; }
h2 code { font-size: .95em; background: var(--well); border: 1px solid var(--line); border-radius: 5px; padding: .05em .35em; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.25rem 1rem; margin-bottom: 1.25rem; }
.why { margin: .6rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
pre {
  margin: 0; padding: .75rem .9rem .75rem .25rem; max-height: 22rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--well); border: 1px solid var(--line); border-radius: 8px; font-size: .875rem; line-height: 1.45;
}
pre { counter-reset: line; }
pre span { display: block; position: relative; padding-left: 3.5em; }
pre span::before {
  counter-increment: line; content: counter(line); position: absolute; left: 0; width: 2.25em; text-align: right;
  color: var(--soft); opacity: .7; user-select: none;
}
form { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; margin-top: 1rem; }
button {
  font: inherit; font-weight: 500; min-width: 7rem; padding: .5rem 1rem; cursor: pointer;
  color: var(--ink); background: transparent; border: 1px solid var(--soft); border-radius: 8px;
}
button:hover { background: var(--well); }
button.allow { color: var(--go-ink); background: var(--go); border-color: var(--go); }
button.allow:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
.facts { margin: 0 0 0 auto; color: var(--soft); font-size: .8125rem; }
.notice { padding: .7rem .9rem; border-radius: 8px; background: var(--note); color: var(--note-ink); }
.quiet { color: var(--soft); }
a { color: inherit; }
`;

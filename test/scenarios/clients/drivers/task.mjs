/** What every client is asked to do: list all tools, and call these. */
export const CALLS = [
  ['echo', { message: 'Grüße, world' }],
  ['get-sum', { a: 2, b: 40 }],
  ['get-structured-content', { location: 'Chicago' }],
];

/** The server to start, directly or behind the guard: `{ command, args }`. */
export const start = JSON.parse(process.argv[2] ?? '{}');

/** Prints what the client saw. It is compared byte for byte. */
export function show(tools, calls) {
  process.stdout.write(`${JSON.stringify({ tools, calls }, withoutFunctions, 1)}\n`);
}

/** Some clients hand out tools that hold their connection. */
function withoutFunctions(_, value) {
  return typeof value === 'function' ? undefined : value;
}

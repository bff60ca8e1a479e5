import { FORECAST, serve } from './serve.js';

/** Many tools on several pages: `many-tools.js TOOLS [LETTERS-EACH]`. */
const [count = 100, letters = 0] = process.argv.slice(2).map(Number);
const PAGE = 100;
const tools = Array.from({ length: count }, (_, index) => ({
  ...FORECAST,
  name: `get_forecast_${index}`,
  description: `${FORECAST.description} ${'Long. '.repeat(letters / 6)}`.trim(),
}));

await serve({
  answer: ({ method, params }) => {
    if (method !== 'tools/list') return undefined;
    const from = Number(params?.cursor ?? 0);
    const nextCursor = from + PAGE < count ? { nextCursor: String(from + PAGE) } : {};
    return { result: { tools: tools.slice(from, from + PAGE), ...nextCursor } };
  },
});

import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('writes counters, histograms and gauges with HELP and TYPE', () => {
  const metrics = new Metrics();
  metrics.add('toolmark_requests_total', { route: 'health', status: '200' });
  for (const seconds of [0.004, 0.005, 0.3, 11])
    metrics.observe('toolmark_request_duration_seconds', seconds, { route: 'health' });
  const text = metrics.write([{ name: 'toolmark_database_up', value: 0, labels: { kind: 'sqlite' } }]);
  expect(text).toContain(
    '# HELP toolmark_requests_total Answered requests.\n# TYPE toolmark_requests_total counter\ntoolmark_requests_total{route="health",status="200"} 1\n',
  );
  const buckets = [...text.matchAll(/_bucket\{route="health",le="(.*?)"\} (\d+)/g)].map(
    ([, le, count]) => `${le}:${count}`,
  );
  expect(buckets.join(' ')).toBe('0.005:2 0.01:2 0.025:2 0.05:2 0.1:2 0.25:2 0.5:3 1:3 2.5:3 5:3 10:3 +Inf:4');
  expect(text).toContain('toolmark_request_duration_seconds_count{route="health"} 4\n');
  expect(text).toContain('# TYPE toolmark_database_up gauge\ntoolmark_database_up{kind="sqlite"} 0\n');
  expect(text).not.toContain('toolmark_tools');
});

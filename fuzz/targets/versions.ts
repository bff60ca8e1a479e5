import { compareVersions, judgeName, nameKey, parseVersion, versionKey } from '@toolmark/core/registry';
import { must, type Target, unlessRefused } from '../target.ts';

export const versions: Target = {
  name: 'versions',
  promise: 'Version keys sort like versions, and a free name never looks like a taken one.',
  seeds: [
    '1.2.3\n1.2.3-beta.1\n1.10.0+build.5',
    '0.0.1-0\n01.2.3\n1.0.0-a.b-c.10',
    'get_weather\ngetWeather\nget-weather',
    'раураl\npaypal',
  ],
  words: ['-rc.1', '+5', '.0', '-', '99999999999999999999', 'ß', 'İ', '\u0301', '0O', 'l1'],
  run(input) {
    const lines = new TextDecoder().decode(input).split('\n').slice(0, 6);
    const valid = lines.filter(line => unlessRefused(() => parseVersion(line)) !== undefined);
    for (const a of valid) {
      for (const b of valid) {
        const byKey = versionKey(a) < versionKey(b) ? -1 : Number(versionKey(a) > versionKey(b));
        must(byKey === Math.sign(compareVersions(a, b)), 'Version keys sort differently.');
      }
    }
    const [name = '', ...others] = lines;
    const { verdict } = judgeName(
      name,
      others.map(other => ({ name: other, owner: 'other' })),
      'me',
    );
    must(
      verdict !== 'free' || others.every(other => nameKey(other) !== nameKey(name)),
      'A free name looks like a taken one.',
    );
  },
};

import type { Json } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { pathGrammar } from './path-grammar.ts';

const allowing = (allowed_paths: Json, version = '1.1'): Json => documentWith({ security: { allowed_paths } }, version);
const grave = (index: number) => [`/tool/security/allowed_paths/${index}`, 'error'] as const;

ruleTable(pathGrammar, {
  rejects: [
    ['a path that climbs out', allowing(['/srv/../etc']), grave(0)],
    ['a path that climbs out behind a variable', allowing(['${HOME}/../root']), grave(0)],
    ['a path that climbs out with backslashes', allowing(['C:\\data\\..\\Windows']), grave(0)],
    ['a path that ends in ..', allowing(['/srv/..']), grave(0)],
    ['an empty path', allowing(['']), grave(0)],
    ['a path with a space before the slash', allowing([' /etc']), grave(0)],
    ['a path that steers a terminal', allowing(['\u001b[2K/etc']), grave(0)],
    ['a drive without a slash', allowing(['C:data']), grave(0)],
    ['an address', allowing(['file:///etc']), grave(0)],
    ['relative paths, each at its place', allowing(['/ok', 'data', './data']), grave(1), grave(2)],
    [
      'a relative path in schema 1.0, as a warning',
      allowing(['data'], '1.0'),
      ['/tool/security/allowed_paths/0', 'warning'],
    ],
  ],
  accepts: [
    ['a list of the wrong type, which is reported already', allowing('data')],
    ['items of the wrong type, which are reported already', allowing([7, 'data'])],
    ['no list', documentWith({})],
    ['an empty list', allowing([])],
    ['absolute paths', allowing(['/', '/srv/data', '/srv/**', 'C:\\data', 'd:/data'])],
    ['paths behind a variable or the home folder', allowing(['$HOME/data', '${WORKSPACE}/x', '~/data'])],
    ['dots that do not climb', allowing(['/srv/..data', '/srv/a..b', '/srv/.../x', '/srv/.hidden'])],
  ],
});

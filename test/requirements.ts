/** A promise to users, and the test that proves it: the file and the full title of one test. */
export interface Requirement {
  readonly id: string;
  readonly promise: string;
  readonly provenBy: readonly [file: string, title: string];
}

/** The run fails when a test named here is missing, skipped or red. Tests that need shared data may skip without it. */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'intake.one-reading',
    promise:
      'A text that readers disagree about (duplicate keys, lone surrogates, NaN, invalid UTF-8) is refused with a code and a place.',
    provenBy: [
      'test/transcripts.test.ts',
      'bad-input.txt > Broken input gets a code and never exit 0; good files beside it are still reported',
    ],
  },
  {
    id: 'intake.any-bytes',
    promise: 'No bytes can crash the reader.',
    provenBy: ['packages/core/src/base/read-json.test.ts', 'TITLE'],
  },
];

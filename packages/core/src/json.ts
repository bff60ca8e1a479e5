export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_DEPTH,
  findNonJson,
  type Kept,
  locate,
  type Position,
  pointerKeys,
  pythonForm,
  ReadOnce,
  readExactJson,
  readKeeping,
} from './base/index.ts';

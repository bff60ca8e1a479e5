import { writeFileSync } from 'node:fs';
import { makePicture } from './make-picture.ts';

writeFileSync(new URL('../docs/picture.svg', import.meta.url), await makePicture());

import { serve, write } from './serve.js';

/** Prints for people where only messages belong. */
write('Weather server 1.0, listening on stdio');
await serve();

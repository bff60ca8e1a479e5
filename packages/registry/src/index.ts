export { openDatabase } from './database/open-database.ts';
export { rebuild } from './events/rebuild.ts';
export { type ServeOptions, type Serving, serve } from './serve.ts';

import { register } from 'node:module';

/** The suite imports `globSync`, which `fs` of Node 20 does not have and no server scenario calls. */
const FS = "export * from 'node:fs'; export const globSync = () => [];";
const asModule = text => `data:text/javascript,${encodeURIComponent(text)}`;
const hooks = `export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
    ? { url: ${JSON.stringify(asModule(FS))}, shortCircuit: true }
    : next(specifier, context);`;
register(asModule(hooks));

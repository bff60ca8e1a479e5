/**
 * `@peculiar/x509` makes its providers with tsyringe, which refuses to load without the metadata half of `Reflect`. None
 * of its classes has anything injected, so "there is no metadata" is the whole answer; a polyfill is not needed.
 */
const metadata = { getMetadata: () => undefined, getOwnMetadata: () => undefined, defineMetadata: () => undefined };

for (const [name, value] of Object.entries(metadata)) {
  if (!(name in Reflect)) Object.defineProperty(Reflect, name, { value, configurable: true, writable: true });
}

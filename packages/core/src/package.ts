/** What `@toolmark/core/package` exports. */
export {};

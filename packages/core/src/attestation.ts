/** What `@toolmark/core/attestation` exports. */
export {};

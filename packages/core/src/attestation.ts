/** What `@toolmark/core/attestation` exports. */
export { type McpbSigner, type McpbVerdict, verifyMcpbSignature } from './sign/attestation/mcpb-signature.ts';

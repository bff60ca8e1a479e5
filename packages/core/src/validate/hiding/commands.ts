/**
 * Commands that no description has a reason to encode. A bare address is none: tokens, cursors and drawings hold
 * addresses for honest reasons.
 */
export const COMMANDS =
  /\b(?:(?:curl|wget|powershell|bash|sh -c|rm -rf|chmod|nc -e)\b|eval\(|exec\(|(?:send|post|upload|forward|fetch|download|visit|read)\b[^"'<>]{0,80}https?:\/\/)/;

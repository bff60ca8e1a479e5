/** Commands that no honest description encodes. URLs alone do not count: tokens, cursors and images contain them. */
export const COMMANDS =
  /\b(?:(?:curl|wget|powershell|bash|sh -c|rm -rf|chmod|nc -e)\b|eval\(|exec\(|(?:send|post|upload|forward|fetch|download|visit|read)\b[^"'<>]{0,80}https?:\/\/)/;

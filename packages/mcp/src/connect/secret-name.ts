/** Names of variables, flags and headers whose values are secrets; an author is none. */
export const SECRET_NAME = /token|key|secret|passw(?:or)?d|passphrase|credential|auth(?!ors?(?:_|$))/i;

/**
 * Words on which the meaning of a sentence turns: negations, duty and permission, quantity, order, opposites. An edit
 * that produces one of them is never a typo fix, even where the old word is no word.
 */
export const TURNING_WORDS: ReadonlySet<string> = new Set(
  `
  no not nor none never neither without unless except excluding cannot nothing nobody nowhere hardly barely
  only just even also instead rather however although though despite
  must should shall may might can could would will mandatory
  allow allows allowed allowing disallow disallows disallowed forbid forbids forbidden deny denies denied permit permits
  permitted prohibit prohibits prohibited enable enables enabled disable disables disabled
  ignore ignores ignored ignoring disregard forget override overrides bypass bypasses skip skips avoid prevent prevents
  always first before after prior previous previously next then now later last final finally ever again every each all
  any some both either most least more less many few once until while during when whenever otherwise
  true false yes off null safe unsafe secure insecure trusted untrusted valid invalid public private internal external
  one two three four five six seven eight nine ten hundred thousand million half double twice
  `
    .trim()
    .split(/\s+/),
);

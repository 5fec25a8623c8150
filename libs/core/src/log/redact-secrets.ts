const REDACTED = '[redacted]';

/** Keys whose value is a secret. Token counts (`tokens`) are not. */
const KEYS =
  'password|passwd|passphrase|pwd|secret(?!ar)|token(?!s)|authorization|(?:api|access|account|private|signing|encryption)[ _-]?key';

/** A quoted value up to its closing quote, escaped or not, or one word, with the scheme before it. */
const VALUE = String.raw`(?:(\\{0,8}["'\x60])[^\\"'\x60]*(?:(?!\2)(?:\\[^]|[^])[^\\"'\x60]*)*|(?:(?:Bearer|Basic|Digest|Token)[ \t]{1,3})?[^\s"'\x60,;&\\]+)`;

/**
 * The replacements, in order. Each runs in linear time: after a start that can match anywhere, no unbounded part can
 * fail, so the regular expression never reads the same text twice.
 */
const KNOWN: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----[^-]*(?:-(?!----END )[^-]*)*(?:-----END [A-Z0-9 ]{0,30}-----)?/g,
    REDACTED,
  ],
  [/(:\/\/[^\s/"'<>:@]*):[^\s/"'<>]+@/g, `$1:${REDACTED}@`],
  [
    new RegExp(
      String.raw`((?:${KEYS})[\w-]{0,30}\\{0,8}["'\x60]?[ \t]{0,3}[=:]>?[ \t]{0,3}(?:[[({][ \t]{0,3}(?=\\{0,8}["'\x60]))?)${VALUE}`,
      'gi',
    ),
    `$1$2${REDACTED}`,
  ],
  [
    /\b(Bearer[ \t]{1,3})(?!(?:tokens?|auth[a-z]{0,12}|schemes?|headers?|realms?|credentials?|should)(?!\.?[\w~+/=-]))[\w.~+/=-]{6,}/gi,
    `$1${REDACTED}`,
  ],
  [/\b([Bb]asic[ \t]{1,3})(?![A-Za-z]?[a-z]{0,30}(?!\.?[\w~+/=-]))[\w~+/-]{6,}=*/g, `$1${REDACTED}`],
  [/\beyJ[\w-]{10,}[\w.-]*/g, REDACTED],
  [/\b(?:sk-[\w-]{16,}|[rs]k_(?:live|test)_\w{10,}|gh[opsur]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,})/g, REDACTED],
  [/\b(?:A[KS]IA[A-Z0-9]{16}|xox[a-z]-[\w-]{10,}|AIza[\w-]{30,})/g, REDACTED],
  [/\b(?:hf_[A-Za-z]{20,}|npm_[A-Za-z0-9]{30,}|SG\.[\w-]{16,30}\.[\w-]{16,})/g, REDACTED],
  [/\b((?:Set-)?Cookie:[ \t]{0,3}[^\s=;,"']{1,64}=)(?!\[redacted\])[^\r\n"']+/gi, `$1${REDACTED}`],
];

/**
 * Replaces texts that look like secrets with `[redacted]`. It recognizes passwords, keys and tokens after their names,
 * credentials in URLs and headers, private keys, and well-known kinds of tokens. `patterns` adds further secrets.
 */
export const redactSecrets = (text: string, patterns: readonly RegExp[] = []): string => {
  let redacted = text;
  for (const [pattern, replacement] of KNOWN) redacted = redacted.replace(pattern, replacement);
  for (const pattern of patterns) redacted = redacted.replace(everywhere(pattern), (match) => match && REDACTED);
  return redacted;
};

// Replaces every match, and ignores the `lastIndex` of the given pattern.
const everywhere = ({ source, flags }: RegExp): RegExp => new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);

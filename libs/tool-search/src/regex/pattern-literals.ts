/** Alternative texts: every match contains at least one of them. */
type AnyOf = readonly string[];

/**
 * Syntax that is not analyzed: flags, named groups, named classes, escapes other than those of signs and common
 * classes, other scripts.
 */
const UNREAD = /\\[^bdsw\W_]|\\$|\(\?(?!:)|\[:|[^\t-~]/;
const QUANTIFIER = /[?*]\??|\+\??|\{(\d+)(?:,\d*)?\}\??/y;
const CLASS = /\[\^?\]?(?:\\.|[^\]\\])*\]/y;

/**
 * Returns texts that every match of a pattern contains: at least one text of each list, in lower case. Checking for
 * them first is many times faster than matching the pattern. Empty if there are none.
 */
export const patternLiterals = (pattern: string): readonly AnyOf[] => {
  const text = pattern.replace(/^\(\?i\)/, '').toLowerCase();
  return UNREAD.test(text) ? [] : new PatternReader(text).alternatives();
};

class PatternReader {
  private at = 0;

  constructor(private readonly text: string) {}

  alternatives(): readonly AnyOf[] {
    const found = [this.sequence()];
    while (this.text[this.at] === '|') {
      this.at++;
      found.push(this.sequence());
    }
    if (found.length === 1) return found[0]!;
    return found.every((factors) => factors.length > 0) ? [found.flatMap(mostTelling)] : [];
  }

  private sequence(): readonly AnyOf[] {
    const factors: AnyOf[] = [];
    let run = '';
    const end = (): void => {
      if (run.length > 1) factors.push([run]);
      run = '';
    };
    for (let sign = this.text[this.at]; sign && sign !== '|' && sign !== ')'; sign = this.text[this.at]) {
      const literal = this.literal(sign);
      if (literal === undefined) end();
      const group = literal === undefined ? this.group(sign) : [];
      const times = this.quantifier();
      if (times !== 'perhaps') factors.push(...group);
      if (literal !== undefined && times !== 'perhaps') run += literal;
      if (times !== 'once') end();
    }
    end();
    return factors;
  }

  /** Reads a literal character. */
  private literal(sign: string): string | undefined {
    if ('(.[^$'.includes(sign)) return undefined;
    const escaped = sign === '\\' ? this.text[this.at + 1]! : undefined;
    if (escaped !== undefined && /[a-z]/.test(escaped)) return undefined;
    this.at += escaped === undefined ? 1 : 2;
    return escaped ?? sign;
  }

  /** Reads a group or a class, and returns the texts of a group. */
  private group(sign: string): readonly AnyOf[] {
    if (sign !== '(') {
      this.at += sign === '[' ? (this.match(CLASS)?.[0].length ?? 1) : sign === '\\' ? 2 : 1;
      return [];
    }
    this.at += this.text.startsWith('(?:', this.at) ? 3 : 1;
    const inner = this.alternatives();
    this.at++;
    return inner;
  }

  private quantifier(): 'once' | 'perhaps' | 'often' {
    const found = this.match(QUANTIFIER);
    if (!found) return 'once';
    this.at += found[0].length;
    const least = found[1] ?? (found[0].startsWith('+') ? '1' : '0');
    return Number(least) > 0 ? 'often' : 'perhaps';
  }

  private match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    return sticky.exec(this.text);
  }
}

/** Returns the list whose shortest text is the longest. */
const mostTelling = (factors: readonly AnyOf[]): AnyOf =>
  factors.reduce((best, factor) => (shortestOf(factor) > shortestOf(best) ? factor : best));

const shortestOf = (texts: AnyOf): number => Math.min(...texts.map(({ length }) => length));

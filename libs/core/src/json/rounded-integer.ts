import { endOfString } from './measure-json.js';
import { pointerStep } from './pointer-step.js';

const LONG = /\d{16}/u;
const INTEGER = /^-?\d+$/u;
const NUMBER = /[-+.\deE]+/uy;

/** Whether a JavaScript number keeps the integer in a text; false for an integer above 2^53 that is rounded. */
export const isExactInteger = (text: string): boolean => {
  const value = Number(text);
  return Number.isFinite(value) && (String(value) === text || BigInt(text) === BigInt(value));
};

/** Returns the path of the first integer in a valid JSON text that parsing rounds: `/account`. Undefined if there is none. */
export const pathOfRoundedInteger = (text: string): string | undefined => {
  if (!LONG.test(text)) return undefined;
  const place = new JsonPlace(text);
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '"') {
      const end = endOfString(text, index);
      place.string = [index, end + 1];
      index = end;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER.lastIndex = index;
      const [token = ''] = NUMBER.exec(text) ?? [];
      if (token.length > SHORT && INTEGER.test(token) && !isExactInteger(token)) return place.path();
      index += token.length - 1;
    } else place.pass(char);
  }
  return undefined;
};

/** The digits that a number always holds. */
const SHORT = 15;

type Range = readonly [start: number, end: number];

/** The place in a JSON text that is read from its beginning. */
class JsonPlace {
  /** The last string before the place. */
  string: Range = [0, 0];
  /** For each open list and object, the index of the present item, or the present name. */
  private readonly steps: (number | Range)[] = [];

  constructor(private readonly text: string) {}

  /** Continues after a character outside of strings and numbers. */
  pass(char: string): void {
    const { steps, string } = this;
    const last = steps.length - 1;
    const step = steps[last];
    if (char === '[') steps.push(0);
    else if (char === '{') steps.push(string);
    else if (char === ']' || char === '}') steps.pop();
    else if (char === ':') steps[last] = string;
    else if (char === ',' && typeof step === 'number') steps[last] = step + 1;
  }

  path(): string {
    return this.steps.map((step) => pointerStep(this.nameOf(step))).join('');
  }

  private nameOf(step: number | Range): string {
    return typeof step === 'number' ? String(step) : String(JSON.parse(this.text.slice(...step)));
  }
}

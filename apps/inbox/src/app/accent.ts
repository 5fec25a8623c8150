const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

type Color = readonly [red: number, green: number, blue: number];

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];

// Text stands on several backgrounds. These are the ones that are hardest to read on, in each theme.
const LIGHT: Color = [0xe8, 0xf0, 0xfc];
const DARK: Color = [0x2a, 0x2d, 0x34];
const READABLE = 4.5;

const parse = (color: string): Color => {
  const hex = color.length === 4 ? color.replace(/[\da-f]/gi, '$&$&') : color;
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Color;
};

const write = (color: Color): string =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

const luminance = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colors, from 1 to 21 (WCAG 2). */
const contrast = (one: Color, other: Color): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const mix = (color: Color, other: Color, part: number): Color =>
  color.map((value, at) => value + (other[at]! - value) * part) as unknown as Color;

/** Moves a color toward another one until it is readable on a background. */
const readable = (color: Color, background: Color, toward: Color): Color => {
  const parts = Array.from({ length: 21 }, (_, step) => step / 20);
  const part = parts.find((part) => contrast(mix(color, toward, part), background) >= READABLE) ?? 1;
  return mix(color, toward, part);
};

/** The accent color of the application, and the colors that it needs beside it, as CSS. */
export interface Accent {
  readonly accent: string;
  /** Text on the accent color. */
  readonly onAccent: string;
  /** The accent color of a button below the pointer. Text on it is easier to read, not harder. */
  readonly accentHover: string;
  /** Text in the accent color, readable in both themes. */
  readonly accentText: string;
}

/** Computes the accent colors from a hex color; nothing for another text. */
export const accentOf = (color: string): Accent | undefined => {
  if (!HEX.test(color)) return undefined;
  const accent = parse(color);
  const [on, away] = contrast(accent, WHITE) >= contrast(accent, BLACK) ? [WHITE, BLACK] : [BLACK, WHITE];
  const inLight = write(readable(accent, LIGHT, BLACK));
  const inDark = write(readable(accent, DARK, WHITE));
  return {
    accent: color,
    onAccent: write(on),
    accentHover: write(mix(accent, away, 0.14)),
    accentText: `light-dark(${inLight}, ${inDark})`,
  };
};

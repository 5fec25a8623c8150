import type { Settings } from '../data/settings.js';

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

const channels = (color: string): number[] => {
  const hex = color.length === 4 ? color.replace(/[\da-f]/gi, '$&$&') : color;
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
};

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Black or white, whichever is easier to read on a color. */
export const readableOn = (color: string): '#fff' | '#111' => (luminance(color) > 0.2 ? '#111' : '#fff');

/** Sets the color and the title of the application. */
export const applyTheme = ({ color, name }: Settings, title: string): void => {
  document.title = name ? `${title} · ${name}` : title;
  if (!color || !HEX.test(color)) return;
  const { style } = document.documentElement;
  style.setProperty('--accent', color);
  style.setProperty('--on-accent', readableOn(color));
};

import type { Settings } from '../data/settings.js';
import { accentOf } from './accent.js';

/** Sets the color and the title of the application. */
export const applyTheme = ({ color, name }: Settings, title: string): void => {
  document.title = name ? `${title} · ${name}` : title;
  const accent = color && accentOf(color);
  if (!accent) return;
  const { style } = document.documentElement;
  style.setProperty('--accent', accent.accent);
  style.setProperty('--on-accent', accent.onAccent);
  style.setProperty('--accent-hover', accent.accentHover);
  style.setProperty('--accent-text', accent.accentText);
};

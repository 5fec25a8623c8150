import { createContext, useContext } from 'react';
import type { Texts } from './en.js';
import { firstEn } from './first.en.js';

export type { Texts } from './en.js';

/** The texts of a language, and the language for numbers and dates. */
export interface Language {
  readonly locale: string;
  readonly texts: Texts;
  /** Adds the English texts that arrive with the later parts, if the language has none of its own. */
  readonly complete: (later: Partial<Texts>) => void;
}

// Only those who read a language load its texts.
const LANGUAGES = { en: async () => firstEn, de: async () => (await import('./de.js')).de };

/** Chooses the language of the settings, else the browser's, else English, and replaces single texts. */
export const chooseLanguage = async (
  stated: 'en' | 'de' | undefined,
  browser: readonly string[],
  replaced: Readonly<Record<string, string>> = {},
): Promise<Language> => {
  const tags = browser.filter(isTag);
  const locale = stated ? (tags.find((name) => name.startsWith(stated)) ?? stated) : (tags.find(isKnown) ?? 'en');
  const read = (texts: object): object =>
    Object.keys(replaced).length > 0 ? withReplaced(texts, replaced) : { ...texts };
  const texts = read(await LANGUAGES[locale.startsWith('de') ? 'de' : 'en']());
  return {
    locale,
    // The parts that read the others are drawn after those were added.
    texts: texts as Texts,
    complete: (later) => void Object.assign(texts, { ...read(later), ...texts }),
  };
};

/** A browser may state the locale of its system, such as `en-US@posix`, which `Intl` refuses. */
const isTag = (name: string): boolean => {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
};

const isKnown = (name: string): boolean => Object.hasOwn(LANGUAGES, name.split('-', 1).join());

const withReplaced = (texts: object, replaced: Readonly<Record<string, string>>, path = ''): object => {
  const entries = Object.entries(texts).map(([name, value]: [string, unknown]) => {
    const key = path + name;
    if (typeof value === 'object') return [name, withReplaced(value!, replaced, `${key}.`)];
    return [name, typeof value === 'string' ? (replaced[key] ?? value) : value];
  });
  return Object.fromEntries(entries) as object;
};

const LanguageContext = createContext<Language | undefined>(undefined);

export const LanguageProvider = LanguageContext.Provider;

export const useLanguage = (): Language => {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('useLanguage() has no <LanguageProvider> above it.');
  return language;
};

export const useTexts = (): Texts => useLanguage().texts;

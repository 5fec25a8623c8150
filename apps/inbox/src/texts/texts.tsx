import { createContext, useContext } from 'react';
import { en, type Texts } from './en.js';

export type { Texts } from './en.js';

/** The texts of a language, and the language for numbers and dates. */
export interface Language {
  readonly locale: string;
  readonly texts: Texts;
}

// Only those who read a language load its texts.
const LANGUAGES = { en: async () => en, de: async () => (await import('./de.js')).de };

/** Chooses the language of the settings, else the browser's, else English, and replaces single texts. */
export const chooseLanguage = async (
  stated: 'en' | 'de' | undefined,
  browser: readonly string[],
  replaced: Readonly<Record<string, string>> = {},
): Promise<Language> => {
  const tags = browser.filter(isTag);
  const locale = stated ? (tags.find((name) => name.startsWith(stated)) ?? stated) : (tags.find(isKnown) ?? 'en');
  const texts = await LANGUAGES[locale.startsWith('de') ? 'de' : 'en']();
  return { locale, texts: Object.keys(replaced).length > 0 ? withReplaced(texts, replaced) : texts };
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

const withReplaced = (texts: Texts, replaced: Readonly<Record<string, string>>, path = ''): Texts => {
  const entries = Object.entries(texts).map(([name, value]: [string, unknown]) => {
    const key = path + name;
    if (typeof value === 'object') return [name, withReplaced(value as Texts, replaced, `${key}.`)];
    return [name, typeof value === 'string' ? (replaced[key] ?? value) : value];
  });
  return Object.fromEntries(entries) as Texts;
};

const LanguageContext = createContext<Language>({ locale: 'en', texts: en });

export const LanguageProvider = LanguageContext.Provider;

export const useLanguage = (): Language => useContext(LanguageContext);

export const useTexts = (): Texts => useContext(LanguageContext).texts;

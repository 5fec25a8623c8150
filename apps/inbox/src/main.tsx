import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { applyTheme } from './app/theme.js';
import { openDoor } from './data/door.js';
import { readSettings } from './data/settings.js';
import { EmptyState } from './parts/empty-state.js';
import { chooseLanguage } from './texts/texts.js';

const root = createRoot(document.querySelector('#root')!);

const start = async (): Promise<void> => {
  const settings = await readSettings();
  const language = chooseLanguage(settings.language, navigator.languages, settings.texts);
  document.documentElement.lang = language.locale;
  applyTheme(settings, language.texts.app.title);
  root.render(<App door={openDoor(settings)} language={language} />);
};

start().catch(() => {
  const { failed } = chooseLanguage(undefined, navigator.languages).texts.app;
  root.render(<EmptyState title={failed.title} text={failed.text} />);
});

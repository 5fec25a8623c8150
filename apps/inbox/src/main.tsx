import { createRoot } from 'react-dom/client';
import { readAddress } from './address/address.js';
import { App } from './app/app.js';
import { applyTheme } from './app/theme.js';
import { openDoor } from './data/door.js';
import { readFirst } from './data/queries.js';
import { createQueryClient } from './data/query-client.js';
import { readSettings } from './data/settings.js';
import { Later, type LaterParts } from './later/later.js';
import { queryOf } from './list/groups.js';
import { EmptyState } from './parts/empty-state.js';
import { forgetEarly } from './start/early-answers.js';
import { chooseLanguage, type Language } from './texts/texts.js';

const root = createRoot(document.querySelector('#root')!);

// A page whose server takes longer shows its frame meanwhile.
const SOON_MS = 200;

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SOON_MS));

const loadLater = async (choosing: Promise<Language>): Promise<LaterParts> => {
  const [{ texts, ...parts }, language] = await Promise.all([import('./later-parts.js'), choosing]);
  language.complete(texts);
  return parts;
};

const start = async (): Promise<void> => {
  const settings = readSettings();
  const door = openDoor(settings);
  const queries = createQueryClient();
  const address = readAddress(location.search);
  const choosing = chooseLanguage(settings.language, navigator.languages, settings.texts);
  const later = new Later(() => loadLater(choosing));
  const isList = address.view === 'approvals' && address.approval === undefined;
  if (!isList) void later.load();
  const list = address.view === 'approvals' ? queryOf(address) : undefined;
  const first = readFirst(door.client, queries, list).finally(forgetEarly);
  const language = await choosing;
  document.documentElement.lang = language.locale;
  applyTheme(settings, language.texts.app.title);
  // One render with what was read is faster than two.
  await Promise.race([first, soon()]);
  root.render(<App door={door} queries={queries} later={later} language={language} />);
  // After the first paint.
  requestAnimationFrame(() => setTimeout(later.load));
};

start().catch(async () => {
  const { failed } = (await chooseLanguage(undefined, navigator.languages)).texts.app;
  root.render(<EmptyState title={failed.title} text={failed.text} />);
});

import { useEffect } from 'react';
import type { View } from '../address/address.js';
import { useDoor } from '../data/door.js';
import { useWaiting } from '../data/queries.js';
import { useTexts } from '../texts/texts.js';

/** Shows in the tab of the browser how many approvals wait, the page, and the application. */
export const useTitle = (view: View): void => {
  const { app } = useTexts();
  const { name } = useDoor().settings;
  const waiting = useWaiting() ?? 0;
  const page = view === 'unknown' ? app.unknown.title : app.pages[view];
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page}${name ? ` · ${name}` : ''}`;
  }, [waiting, page, name]);
};

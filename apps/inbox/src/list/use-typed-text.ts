import { useEffect, useRef, useState } from 'react';
import { go } from '../address/use-address.js';

// Browsers refuse to change the address at every key.
const PAUSE_MS = 250;

/** The text of the search: what is typed at once, and in the address after a pause. */
export const useTypedText = (stated = ''): readonly [text: string, set: (text: string) => void] => {
  const [text, setText] = useState(stated);
  const written = useRef(stated);
  useEffect(() => {
    // The address was changed by a link or by the history.
    if (stated === written.current) return;
    written.current = stated;
    setText(stated);
  }, [stated]);
  useEffect(() => {
    if (text === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = text;
      go({ text: text || undefined }, 'replace');
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
};

import { useFeed } from '../data/feed.js';
import { useTexts } from '../texts/texts.js';

/** Whether the page is live. The banner says why it is not. */
export const ConnectionState = () => {
  const state = useFeed();
  const { feed } = useTexts();
  const word = state === 'live' || state === 'connecting' ? feed[state] : feed.paused;
  return (
    <span className={`app-connection app-connection-${state}`}>
      <span>{word}</span>
    </span>
  );
};

import { useDoor } from '../data/door.js';
import { useFeed } from '../data/feed.js';
import { useTexts } from '../texts/texts.js';

/** Says so when the page is not live. */
export const Banner = () => {
  const state = useFeed();
  const { feed } = useTexts();
  const { signIn } = useDoor().settings;
  if (state === 'live' || state === 'connecting') return <p className="banner-place" role="status" />;
  const text = state === 'signed-out' ? feed.signedOut : feed[state];
  return (
    <p className={`banner banner-${state}`} role="status">
      {text}
      {state === 'signed-out' && signIn && (
        <a href={`${signIn}?return=${encodeURIComponent(location.pathname + location.search)}`}>{feed.signIn}</a>
      )}
    </p>
  );
};

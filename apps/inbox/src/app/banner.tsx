import { useDoor } from '../data/door.js';
import { useFeed, useProbe } from '../data/feed.js';
import { useMe } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { useTexts } from '../texts/texts.js';
import { signInHref } from './sign-in-href.js';

/** Says why the page is not live. */
export const Banner = () => (
  <div role="status">
    <Reason />
  </div>
);

const Reason = () => {
  const state = useFeed();
  const { feed, app } = useTexts();
  const { signIn } = useDoor().settings;
  const { data: me } = useMe();
  const probe = useProbe();
  switch (state) {
    case 'polling':
      return <p className="banner banner-polling">{feed.polling}</p>;
    case 'offline':
    case 'unreachable':
      return (
        <p className={`banner banner-${state}`}>
          {feed[state]}
          <Button look="quiet" size="small" onClick={probe}>
            {app.retry}
          </Button>
        </p>
      );
    case 'signed-out':
      // Without anything to show, the page itself says so.
      return me ? (
        <p className="banner banner-signed-out">
          {feed.signedOut}
          {signIn && <a href={signInHref(signIn)}>{feed.signIn}</a>}
        </p>
      ) : null;
    default:
      return null;
  }
};

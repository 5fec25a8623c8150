import type { ReactNode } from 'react';
import { useDoor } from '../data/door.js';
import { useFeed, useProbe } from '../data/feed.js';
import { useMe } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { useTexts } from '../texts/texts.js';
import { signInHref } from './sign-in-href.js';

/** Shows the page to a person who may see it, and says to others what to do. */
export const Gate = ({ children }: { readonly children: ReactNode }) => {
  const state = useFeed();
  const { data: me } = useMe();
  const { signIn } = useDoor().settings;
  const { app, feed } = useTexts();
  const probe = useProbe();
  if (state === 'forbidden') return <EmptyState title={app.forbidden.title} text={app.forbidden.text} />;
  if (me || state === 'connecting' || state === 'live') return children;
  if (state === 'signed-out') {
    return (
      <EmptyState title={app.signedOut.title} text={app.signedOut.text}>
        {signIn && (
          <a className="button button-primary" href={signInHref(signIn)}>
            {feed.signIn}
          </a>
        )}
        <Button onClick={probe}>{app.retry}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={app.failed.title} text={app.failed.text}>
      <Button onClick={probe}>{app.retry}</Button>
    </EmptyState>
  );
};

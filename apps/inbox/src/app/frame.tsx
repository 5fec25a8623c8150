import { useState } from 'react';
import { type View } from '../address/address.js';
import { useAddress } from '../address/use-address.js';
import { usePersonTurn } from '../data/feed.js';
import { isShortcut } from '../data/shortcuts.js';
import { useLater } from '../later/later.js';
import { ApprovalsPage } from '../list/approvals-page.js';
import { useTexts } from '../texts/texts.js';
import { useKeyDown } from '../data/use-key-down.js';
import { Banner } from './banner.js';
import { ErrorBoundary } from '../parts/error-boundary.js';
import { Gate } from './gate.js';
import { Header } from './header.js';
import { KeysDialog } from './keys-dialog.js';
import { UnknownPage } from './unknown-page.js';
import { useTitle } from './use-title.js';

const PAGES: Record<View, () => React.ReactNode> = {
  approvals: ApprovalsPage,
  runs: () => <LaterPage name="RunsPage" />,
  activity: () => <LaterPage name="ActivityPage" />,
  unknown: UnknownPage,
};

const LaterPage = ({ name }: { readonly name: 'RunsPage' | 'ActivityPage' }) => {
  const Page = useLater()?.[name];
  return Page ? <Page /> : null;
};

/** The header, the state of the connection, and the page that the address names. */
export const Frame = () => {
  const { view, run } = useAddress();
  const { app } = useTexts();
  const [isShowingKeys, showKeys] = useState(false);
  const turn = usePersonTurn();
  useTitle(view);
  useKeyDown((event) => {
    if (event.key !== '?' || !isShortcut(event)) return;
    event.preventDefault();
    showKeys(true);
  });
  const Page = PAGES[view];
  return (
    <div className="app">
      <a className="app-skip" href="#content">
        {app.skip}
      </a>
      <Header onKeys={() => showKeys(true)} />
      <Banner />
      <main id="content" tabIndex={-1}>
        <Gate>
          <ErrorBoundary key={`${turn} ${view} ${run ?? ''}`}>
            <Page />
          </ErrorBoundary>
        </Gate>
      </main>
      <KeysDialog isOpen={isShowingKeys} onClose={() => showKeys(false)} />
    </div>
  );
};

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
import { Skeleton } from '../parts/skeleton.js';
import { WaitingRows } from '../parts/waiting-rows.js';
import { Gate } from './gate.js';
import { Header } from './header.js';
import { KeysDialog } from './keys-dialog.js';
import { UnknownPage } from './unknown-page.js';
import { useTitle } from './use-title.js';

const PAGES: Record<View, () => React.ReactNode> = {
  approvals: ApprovalsPage,
  runs: () => <LaterPage name="RunsPage" meanwhile={<WaitingRuns />} />,
  activity: () => <LaterPage name="ActivityPage" meanwhile={<Skeleton lines={8} />} />,
  unknown: UnknownPage,
};

const WaitingRuns = () => (
  <div className="runs">
    <div className="runs-list">
      <WaitingRows />
    </div>
  </div>
);

const LaterPage = ({
  name,
  meanwhile,
}: {
  readonly name: 'RunsPage' | 'ActivityPage';
  /** What the page shows until its code is loaded. */
  readonly meanwhile: React.ReactNode;
}) => {
  const Page = useLater()?.[name];
  return Page ? <Page /> : meanwhile;
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

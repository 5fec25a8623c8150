import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '../address/use-address.js';
import { ActivityPage } from '../activity/activity-page.js';
import { createQueryClient } from '../data/query-client.js';
import { type Door, DoorProvider } from '../data/door.js';
import { FeedProvider } from '../data/feed.js';
import { ApprovalsPage } from '../list/approvals-page.js';
import { RunsPage } from '../runs/runs-page.js';
import { type Language, LanguageProvider } from '../texts/texts.js';
import { Banner } from './banner.js';
import { Header } from './header.js';

/** The inbox. */
export const App = ({ door, language }: { readonly door: Door; readonly language: Language }) => {
  const [queries] = useState(createQueryClient);
  return (
    <CSPProvider disableStyleElements>
      <LanguageProvider value={language}>
        <DoorProvider door={door}>
          <QueryClientProvider client={queries}>
            <FeedProvider>
              <Frame skip={language.texts.app.skip} />
            </FeedProvider>
          </QueryClientProvider>
        </DoorProvider>
      </LanguageProvider>
    </CSPProvider>
  );
};

const PAGES = { approvals: ApprovalsPage, runs: RunsPage, activity: ActivityPage };

const Frame = ({ skip }: { readonly skip: string }) => {
  const Page = PAGES[useAddress().view];
  return (
    <div className="app">
      <a className="app-skip" href="#content">
        {skip}
      </a>
      <Header />
      <Banner />
      <main id="content" tabIndex={-1}>
        <Page />
      </main>
    </div>
  );
};

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type Door, DoorProvider } from '../data/door.js';
import { FeedProvider } from '../data/feed.js';
import { type Later, LaterProvider } from '../later/later.js';
import { ToastProvider } from '../parts/toast.js';
import { type Language, LanguageProvider } from '../texts/texts.js';
import { Frame } from './frame.js';

/** The inbox. */
export const App = ({
  door,
  queries,
  later,
  language,
}: {
  readonly door: Door;
  readonly queries: QueryClient;
  readonly later: Later;
  readonly language: Language;
}) => (
  <LanguageProvider value={language}>
    <DoorProvider door={door}>
      <QueryClientProvider client={queries}>
        <FeedProvider>
          <LaterProvider value={later}>
            <ToastProvider>
              <Frame />
            </ToastProvider>
          </LaterProvider>
        </FeedProvider>
      </QueryClientProvider>
    </DoorProvider>
  </LanguageProvider>
);

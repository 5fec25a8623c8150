import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type Door, DoorProvider } from '../data/door.js';
import { FeedProvider } from '../data/feed.js';
import { ToastProvider } from '../parts/toast.js';
import { type Language, LanguageProvider } from '../texts/texts.js';
import { Frame } from './frame.js';

/** The inbox. */
export const App = ({
  door,
  queries,
  language,
}: {
  readonly door: Door;
  readonly queries: QueryClient;
  readonly language: Language;
}) => (
  <LanguageProvider value={language}>
    <DoorProvider door={door}>
      <QueryClientProvider client={queries}>
        <FeedProvider>
          <ToastProvider>
            <Frame />
          </ToastProvider>
        </FeedProvider>
      </QueryClientProvider>
    </DoorProvider>
  </LanguageProvider>
);

import { createContext, type ReactNode, useContext } from 'react';
import { type ApprovalsClient, approvalsClient } from 'toolgate/http/client';
import { doorPath, type Settings } from './settings.js';

/** What every page needs: the requests to the front door, and the settings of the application. */
export interface Door {
  readonly client: ApprovalsClient;
  readonly settings: Settings;
}

const DoorContext = createContext<Door | undefined>(undefined);

/** Creates the client. A token is read for each request, because the application renews it. */
export const openDoor = (settings: Settings): Door => ({
  settings,
  client: approvalsClient({ baseUrl: doorPath(), headers: () => authorization(settings) }),
});

const authorization = ({ token }: Settings): Record<string, string> => {
  if (!token) return {};
  const value = storedToken(token);
  return value ? { authorization: `Bearer ${value}` } : {};
};

// A browser may refuse to read its storage. The door then answers that the person is not signed in.
const storedToken = ({ storage, key }: NonNullable<Settings['token']>): string | null => {
  try {
    return (storage === 'local' ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
};

export const DoorProvider = ({ door, children }: { readonly door: Door; readonly children: ReactNode }) => (
  <DoorContext.Provider value={door}>{children}</DoorContext.Provider>
);

export const useDoor = (): Door => {
  const door = useContext(DoorContext);
  if (!door) throw new Error('useDoor() has no <DoorProvider> above it.');
  return door;
};

import { createContext, type ReactNode, useContext } from 'react';
import { type ApprovalsClient, approvalsClient } from 'toolgate/http/client';
import { fetchOrTake } from '../start/early-answers.js';
import { authorization } from './authorization.js';
import { doorPath, type Settings } from './settings.js';

/** What every page needs: the requests to the front door, and the settings of the application. */
export interface Door {
  readonly client: ApprovalsClient;
  readonly settings: Settings;
}

const DoorContext = createContext<Door | undefined>(undefined);

/** Creates the client. */
export const openDoor = (settings: Settings): Door => ({
  settings,
  client: approvalsClient({ baseUrl: doorPath(), headers: () => authorization(settings.token), fetch: fetchOrTake }),
});

export const DoorProvider = ({ door, children }: { readonly door: Door; readonly children: ReactNode }) => (
  <DoorContext.Provider value={door}>{children}</DoorContext.Provider>
);

export const useDoor = (): Door => {
  const door = useContext(DoorContext);
  if (!door) throw new Error('useDoor() has no <DoorProvider> above it.');
  return door;
};

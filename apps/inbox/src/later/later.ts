import { type ComponentType, createContext, useContext, useSyncExternalStore } from 'react';
import type { ListedApprovalBody, PrincipalBody } from 'toolgate/http/client';

/** What a person is about to decide at once. */
export interface BulkQuestion {
  readonly decision: 'approve' | 'reject';
  readonly items: readonly ListedApprovalBody[];
}

/** The properties of the dialog about several decisions. */
export interface BulkDialogProps {
  readonly question: BulkQuestion;
  readonly me: PrincipalBody;
  readonly onDecided: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The parts of the page whose code arrives after the first list. */
export interface LaterParts {
  readonly Card: ComponentType<{ readonly id: string }>;
  readonly BulkDialog: ComponentType<BulkDialogProps>;
  readonly RunsPage: ComponentType;
  readonly ActivityPage: ComponentType;
}

/** Loads the parts once, and notifies the components that wait for them. */
export class Later {
  private readonly readers = new Set<() => void>();
  private loading: Promise<void> | undefined;
  private loaded: LaterParts | undefined;
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly read: () => Promise<LaterParts>) {}

  /** Starts to load them. It never fails: the components that need them do. */
  readonly load = (): Promise<void> => (this.loading ??= this.loadParts());

  /** Returns the parts, or undefined until they are loaded. Throws the error of the load. */
  readonly parts = (): LaterParts | undefined => {
    if (this.failure) throw this.failure.error;
    return this.loaded;
  };

  readonly subscribe = (changed: () => void): (() => void) => {
    this.readers.add(changed);
    void this.load();
    return () => this.readers.delete(changed);
  };

  private async loadParts(): Promise<void> {
    try {
      this.loaded = await this.read();
    } catch (error) {
      this.failure = { error };
    }
    for (const changed of this.readers) changed();
  }
}

const LaterContext = createContext<Later | undefined>(undefined);

export const LaterProvider = LaterContext.Provider;

/** Returns the parts, or undefined until they are loaded. */
export const useLater = (): LaterParts | undefined => {
  const later = useContext(LaterContext);
  if (!later) throw new Error('useLater() has no <LaterProvider> above it.');
  return useSyncExternalStore(later.subscribe, later.parts);
};

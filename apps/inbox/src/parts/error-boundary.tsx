import { Component, type ReactNode } from 'react';
import { go } from '../address/use-address.js';
import { NOTHING_OPEN } from '../address/address.js';
import { Button } from './button.js';
import { EmptyState } from './empty-state.js';
import { useTexts } from '../texts/texts.js';

/** Keeps the frame when a page throws, and offers a way out. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return <BrokenPage onLeave={() => this.setState({ isBroken: false })} />;
  }
}

const BrokenPage = ({ onLeave }: { readonly onLeave: () => void }) => {
  const { app } = useTexts();
  const leave = (): void => {
    go({ ...NOTHING_OPEN, view: 'approvals' });
    onLeave();
  };
  return (
    <div role="alert">
      <EmptyState title={app.broken.title} text={app.broken.text}>
        <div className="app-ways">
          <Button look="primary" onClick={() => location.reload()}>
            {app.reload}
          </Button>
          <Button onClick={leave}>{app.home}</Button>
        </div>
      </EmptyState>
    </div>
  );
};

import { useTexts } from '../texts/texts.js';

/** The shape of a card that is being read, so that nothing jumps when it arrives. */
export const CardSkeleton = () => (
  <div className="card card-skeleton" role="status" aria-label={useTexts().app.loading}>
    <div className="card-content" aria-hidden="true">
      <span className="bone bone-badge" />
      <span className="bone bone-title" />
      <span className="bone bone-line" />
      <div className="facts">
        <span className="bone bone-fact" />
        <span className="bone bone-fact" />
        <span className="bone bone-fact" />
      </div>
      <span className="bone bone-panel" />
    </div>
  </div>
);

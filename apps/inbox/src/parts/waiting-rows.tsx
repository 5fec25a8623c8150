import { useTexts } from '../texts/texts.js';

/** Gray rows in place of those that are being read. They appear after a moment, so a quick answer does not flicker. */
export const WaitingRows = () => (
  <div className="waiting-rows" role="status" aria-label={useTexts().app.loading}>
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index}>
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
);

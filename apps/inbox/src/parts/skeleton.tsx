import { useTexts } from '../texts/texts.js';

/** Gray lines in place of what is being read. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div className="skeleton" role="status" aria-label={useTexts().app.loading}>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);

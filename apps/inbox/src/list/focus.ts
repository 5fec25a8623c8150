/** The id of the element that shows an approval in the list. */
export const rowId = (id: string): string => `approval-${id}`;

const DETAIL = 'approval-detail';

export const detailId = DETAIL;

/** Moves the focus to what is open, so that its keys work and a screen reader reads it. */
export const focusDetail = (): void => document.getElementById(DETAIL)?.focus({ preventScroll: true });

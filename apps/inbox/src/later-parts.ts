import './style/later.css';

export { ActivityPage } from './activity/activity-page.js';
export { Card } from './card/card.js';
export { BulkDialog } from './list/bulk-dialog.js';
export { RunsPage } from './runs/runs-page.js';
export { laterEn as texts } from './texts/later.en.js';

import { activity } from './activity.en.js';
import { cardEn, eventsEn, requirementEn, traceEn } from './card.en.js';
import { decide, problems } from './decide.en.js';
import { runStatus } from './parts.en.js';
import { runs } from './runs.en.js';

/** The English texts of the parts whose code arrives after the first list. */
export const laterEn = {
  card: cardEn,
  trace: traceEn,
  events: eventsEn,
  requirement: requirementEn,
  decide,
  problems,
  activity,
  runStatus,
  runs,
};

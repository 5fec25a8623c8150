import type { Texts } from './en.js';

export const parts: Texts['parts'] = {
  optional: 'optional',
  close: 'Schließen',
  cancel: 'Abbrechen',
  key: (name) => `Taste ${name}`,
  timeLeft: (time) => `noch ${time}`,
  timeOver: (time) => `Vor ${time} abgelaufen`,
};

export const runStatus: Texts['runStatus'] = {
  suspended: 'Wartet',
  resuming: 'Wird fortgesetzt',
  completed: 'Abgeschlossen',
  failed: 'Fehlgeschlagen',
  cancelled: 'Abgebrochen',
};

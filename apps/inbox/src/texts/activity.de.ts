import type { Texts } from './en.js';

/** The texts of the page on the last day, in German. */
export const activity: Texts['activity'] = {
  title: 'Die letzten 24 Stunden',
  now: 'Jetzt',
  waiting: 'Warten',
  unknown: 'Ausgang unbekannt',
  show: 'Anzeigen',
  asked: 'Angefragt',
  decided: 'Entschieden',
  expired: 'Abgelaufen',
  median: 'Zeit bis zur Entscheidung (Median)',
  medianLatest: 'Zeit bis zur Entscheidung (Median), letzte Stunde mit Entscheidung',
  noDecision: 'Keine Entscheidung',
  medianHint: (hour) => `Von der Anfrage bis zur Entscheidung, ${hour}`,
  hour: 'Stunde',
  hours: (from, to) => `${from} bis ${to}`,
  chart: (name, total) => `${name} je Stunde: ${total}. Mit den Pfeiltasten lesen Sie jede Stunde.`,
  untilNow: 'jetzt',
  table: 'Als Tabelle anzeigen',
  nothing: 'In den letzten 24 Stunden wurde keine Freigabe angefragt.',
  failed: {
    title: 'Die Zahlen konnten nicht geladen werden',
    text: 'Der Server hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  },
};

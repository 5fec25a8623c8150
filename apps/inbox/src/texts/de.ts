import { eventsDe, requirementDe, traceDe } from './card.de.js';
import type { Texts } from './en.js';

/** Every text of the inbox, in German. */
export const de: Texts = {
  app: {
    title: 'Freigaben',
    skip: 'Zum Inhalt springen',
    pages: { approvals: 'Freigaben', runs: 'Abläufe', activity: 'Aktivität' },
    navigation: 'Seiten',
    person: (id) => `Angemeldet als ${id}`,
    switchPerson: 'Als andere Person handeln',
    loading: 'Wird geladen',
    retry: 'Erneut versuchen',
    failed: {
      title: 'Die Freigaben konnten nicht geladen werden',
      text: 'Der Server hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    },
  },
  feed: {
    live: 'Live',
    connecting: 'Verbindung wird aufgebaut',
    polling: 'Die Live-Verbindung ist unterbrochen. Die Seite fragt alle 5 Sekunden nach Änderungen.',
    offline: 'Sie sind offline. Ihre Eingaben bleiben erhalten.',
    signedOut: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an; Ihre Eingaben bleiben erhalten.',
    signIn: 'Anmelden',
  },
  status: {
    PENDING: 'Wartet',
    APPROVED: 'Freigegeben',
    REJECTED: 'Abgelehnt',
    RESPONDED: 'Beantwortet',
    EXPIRED: 'Abgelaufen',
    CANCELLED: 'Abgebrochen',
    LAPSED: 'Verfallen',
    REVOKED: 'Widerrufen',
    EXECUTING: 'Läuft',
    SUCCEEDED: 'Erledigt',
    FAILED: 'Fehlgeschlagen',
    OUTCOME_UNKNOWN: 'Ausgang unbekannt',
    ABANDONED: 'Aufgegeben',
  },
  trace: traceDe,
  events: eventsDe,
  requirement: requirementDe,
};

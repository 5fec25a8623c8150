import { countWords } from '../present/own-format.js';
import { activity } from './activity.de.js';
import { cardDe, eventsDe, requirementDe, traceDe } from './card.de.js';
import { decide, problems } from './decide.de.js';
import { parts, runStatus } from './parts.de.js';
import { runs } from './runs.de.js';
import type { Texts } from './en.js';
import { bulk, keys, list } from './list.de.js';

/** Every text of the inbox, in German. */
export const de: Texts = {
  app: {
    title: 'Freigaben',
    skip: 'Zum Inhalt springen',
    pages: { approvals: 'Freigaben', runs: 'Abläufe', activity: 'Aktivität' },
    navigation: 'Seiten',
    waiting: (count) => (count === 1 ? '1 Freigabe wartet' : `${countWords(count, 'de')} Freigaben warten`),
    unknownOutcomes: (count) =>
      count === 1 ? '1 Aufruf mit unbekanntem Ausgang' : `${countWords(count, 'de')} Aufrufe mit unbekanntem Ausgang`,
    person: (id) => `Angemeldet als ${id}`,
    account: 'Konto',
    roles: 'Rollen',
    noRoles: 'Keine Rollen',
    tenant: 'Mandant',
    everyTenant: 'Alle Mandanten',
    administrator: 'Administrator',
    switchPerson: 'Als andere Person handeln',
    loading: 'Wird geladen',
    retry: 'Erneut versuchen',
    reload: 'Seite neu laden',
    home: 'Wartende Freigaben anzeigen',
    failed: {
      title: 'Die Freigaben konnten nicht geladen werden',
      text: 'Der Server hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    },
    broken: {
      title: 'Diese Seite kann nicht angezeigt werden',
      text: 'Die Seite hat einen Fehler. Der Fehler hat nichts entschieden. Laden Sie die Seite neu, oder öffnen Sie eine andere.',
    },
    unknown: { title: 'Diese Seite gibt es nicht', text: 'Die Adresse ist falsch geschrieben oder veraltet.' },
    signedOut: {
      title: 'Sie sind abgemeldet',
      text: 'Melden Sie sich bei der Anwendung an und versuchen Sie es erneut.',
    },
    forbidden: {
      title: 'Sie dürfen diese Freigaben nicht bearbeiten',
      text: 'Die Anwendung lässt diese Person nicht entscheiden. Melden Sie sich als andere Person an, oder fragen Sie einen Administrator.',
    },
  },
  feed: {
    live: 'Live',
    connecting: 'Verbindung wird aufgebaut',
    paused: 'Nicht live',
    polling: 'Die Live-Verbindung ist unterbrochen. Die Seite fragt alle 5 Sekunden nach Änderungen.',
    offline: 'Sie sind offline. Ihre Eingaben sind in diesem Tab gespeichert.',
    unreachable:
      'Der Server ist nicht erreichbar. Die Seite versucht es von selbst erneut. Ihre Eingaben sind in diesem Tab gespeichert.',
    signedOut: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an. Ihre Eingaben sind in diesem Tab gespeichert.',
    signIn: 'Anmelden',
  },
  list,
  bulk,
  keys,
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
  card: cardDe,
  trace: traceDe,
  events: eventsDe,
  requirement: requirementDe,
  decide,
  problems,
  parts,
  activity,
  runStatus,
  runs,
};

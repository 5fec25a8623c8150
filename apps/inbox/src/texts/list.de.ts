import { countWords } from '../present/own-format.js';
import type { Texts } from './en.js';

const items = (count: number): string => (count === 1 ? '1 Freigabe' : `${countWords(count, 'de')} Freigaben`);

/** The texts of the list, in German. */
export const list: Texts['list'] = {
  title: 'Freigaben',
  card: 'Freigabe',
  filters: {
    title: 'Filter',
    status: 'Status',
    tool: 'Werkzeug',
    order: 'Reihenfolge',
    mine: 'Für mich',
    text: 'Suche',
    placeholder: 'Suchen',
    clear: 'Filter löschen',
    clearText: 'Suche löschen',
    allTools: 'Alle Werkzeuge',
  },
  groups: {
    waiting: 'Wartet',
    decided: 'Entschieden',
    closed: 'Abgelaufen oder abgebrochen',
    unknown: 'Ausgang unbekannt',
    all: 'Alle',
  },
  orders: { oldest: 'Älteste zuerst', newest: 'Neueste zuerst', expiring: 'Bald ablaufende zuerst' },
  count: (count) => items(count),
  countOf: (shown, total) => `${countWords(shown, 'de')} von ${items(total)}`,
  searched: (loaded, total) =>
    `Nur die ${countWords(loaded, 'de')} geladenen von ${countWords(total, 'de')} Freigaben wurden durchsucht.`,
  more: 'Mehr anzeigen',
  empty: {
    waiting: {
      title: 'Nichts wartet auf eine Entscheidung',
      text: 'Neue Aufrufe von Werkzeugen, die eine Freigabe brauchen, erscheinen hier automatisch.',
    },
    other: { title: 'Keine Freigaben', text: 'Keine Freigabe hat diesen Status.' },
    mine: { title: 'Nichts wartet auf Sie', text: 'Sie können keine der wartenden Freigaben entscheiden.' },
    filtered: { title: 'Keine Freigabe passt', text: 'Ändern Sie die Filter, oder löschen Sie sie.' },
    card: {
      title: 'Keine Freigabe ist geöffnet',
      text: 'Wählen Sie eine aus der Liste, um sie zu lesen und zu entscheiden.',
    },
  },
  failed: { title: 'Die Liste konnte nicht geladen werden', text: 'Der Server hat nicht wie erwartet geantwortet.' },
  missing: {
    title: 'Diese Freigabe gibt es hier nicht',
    text: 'Sie existiert nicht, oder Sie dürfen sie nicht sehen.',
    link: 'Wartende Freigaben anzeigen',
  },
  unreadable: (count) =>
    count === 1
      ? '1 Datensatz ist beschädigt und wird nicht angezeigt. Ein Administrator findet ihn im Protokoll.'
      : `${count} Datensätze sind beschädigt und werden nicht angezeigt. Ein Administrator findet sie im Protokoll.`,
  tick: (name) => `${name} auswählen`,
  large: 'Große Argumente: zum Lesen öffnen',
  noArguments: 'Keine Argumente',
  requester: (id) => `Angefragt von ${id}`,
  votes: (given, needed) => `${given} von ${needed} Stimmen`,
  voted: 'Sie haben zugestimmt',
  cannotDecide: 'Sie können nicht entscheiden',
  damaged: 'Beschädigt',
  noted: {
    left: (name, status) => `${name}: ${status}`,
    by: (status, person) => `${status} von ${person}`,
    several: 'Mehrere ausgewählte Freigaben wurden anderswo entschieden.',
    changed: (name) => `${name}: Die Argumente haben sich geändert; die Auswahl wurde aufgehoben.`,
  },
};

/** The texts of bulk decisions, in German. */
export const bulk: Texts['bulk'] = {
  bar: 'Ausgewählte Freigaben',
  all: (count) => `Alle ${countWords(count, 'de')} angezeigten auswählen`,
  ticked: (count) => `${countWords(count, 'de')} ausgewählt`,
  clear: 'Auswahl aufheben',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  title: {
    approve: (count) => (count === 1 ? '1 Aufruf freigeben' : `${countWords(count, 'de')} Aufrufe freigeben`),
    reject: (count) => (count === 1 ? '1 Aufruf ablehnen' : `${countWords(count, 'de')} Aufrufe ablehnen`),
    nothing: 'Sie können keinen davon entscheiden',
  },
  will: {
    approve: 'Jeder Aufruf läuft mit den Argumenten, die die Liste zeigt, sobald seine Freigabe vollständig ist.',
    reject: 'Keiner dieser Aufrufe läuft. Das Modell erhält den Grund.',
  },
  byTool: 'Ausgewählte Aufrufe nach Werkzeug und Währung',
  tool: 'Werkzeug',
  allIn: (currency) => `Alle in ${currency}`,
  calls: 'Aufrufe',
  sum: 'Summe',
  largest: 'Größter Betrag',
  uncounted: (count) =>
    count === 1
      ? '1 davon ist in keiner Summe, weil sein Betrag oder seine Währung unbekannt ist.'
      : `${count} davon sind in keiner Summe, weil ihre Beträge oder Währungen unbekannt sind.`,
  permanent: (tools) => `Wirkung kann endgültig sein: ${tools}.`,
  confirm: {
    text: (count) =>
      count === 1
        ? 'Die Wirkung dieses Aufrufs kann endgültig sein.'
        : `Die Wirkungen dieser ${countWords(count, 'de')} Aufrufe können endgültig sein.`,
    send: (count) => (count === 1 ? '1 Aufruf freigeben' : `Alle ${countWords(count, 'de')} Aufrufe freigeben`),
  },
  results: {
    decided: { approve: 'Freigegeben', reject: 'Abgelehnt' },
    waiting: 'Wartet auf andere Personen',
    stale: 'Veraltet',
    refused: 'Verweigert',
    unsent: 'Nicht bestätigt',
  },
  left: (count) =>
    count === 1
      ? '1 ausgewählter Aufruf wird ausgelassen: Sie können ihn nicht entscheiden.'
      : `${count} ausgewählte Aufrufe werden ausgelassen: Sie können sie nicht entscheiden.`,
  voted: (count) =>
    count === 1
      ? '1 ausgewählter Aufruf wird ausgelassen: Sie haben ihm schon zugestimmt.'
      : `${count} ausgewählte Aufrufe werden ausgelassen: Sie haben ihnen schon zugestimmt.`,
  unfinished: (count) =>
    count === 1 ? '1 davon braucht nach Ihrer Stimme weitere.' : `${count} davon brauchen nach Ihrer Stimme weitere.`,
  unseen: (count) =>
    count === 1
      ? '1 davon hat Argumente, die für die Liste zu groß sind. Öffnen Sie ihn vor der Freigabe.'
      : `${count} davon haben Argumente, die für die Liste zu groß sind. Öffnen Sie sie vor der Freigabe.`,
  reason: 'Grund für alle',
  reasonHint: 'Das Modell erhält diesen Text. Der Verlauf jeder Freigabe zeigt ihn.',
  cancel: 'Abbrechen',
  sending: (sent, count) => `${sent} von ${count} gesendet`,
  again: 'Den Rest erneut senden',
  close: 'Schließen',
  open: (tool) => `${tool} öffnen`,
  more: (count) => `und ${countWords(count, 'de')} weitere`,
  waiting: (count) =>
    count === 1 ? '1 wartet auf weitere Freigaben' : `${countWords(count, 'de')} warten auf weitere Freigaben`,
  undecided: (count) => `${countWords(count, 'de')} nicht entschieden`,
  missing: (count) => (count === 1 ? 'Wartet auf 1 weitere Freigabe.' : `Wartet auf ${count} weitere Freigaben.`),
  items: 'Ausgewählte Aufrufe',
  done: {
    approve: (count) => (count === 1 ? '1 Aufruf freigegeben' : `${countWords(count, 'de')} Aufrufe freigegeben`),
    reject: (count) => (count === 1 ? '1 Aufruf abgelehnt' : `${countWords(count, 'de')} Aufrufe abgelehnt`),
  },
  failed: (count) =>
    count === 1
      ? '1 Aufruf wurde nicht entschieden. Wenn er noch wartet, bleibt er ausgewählt.'
      : `${count} Aufrufe wurden nicht entschieden. Die noch wartenden bleiben ausgewählt.`,
  problems: {
    conflict:
      'Eine andere Person hat entschieden oder die Argumente geändert. Öffnen Sie die Freigabe, um zu sehen, was geschah.',
    gone: 'Die Freigabe ist abgelaufen oder wurde abgebrochen.',
    'not-eligible': 'Sie dürfen nicht entscheiden. Öffnen Sie die Freigabe, um zu sehen, wer es darf.',
    'hash-mismatch': 'Die Argumente haben sich geändert. Öffnen Sie die Freigabe und lesen Sie sie erneut.',
    'not-found': 'Die Freigabe gibt es nicht mehr, oder Sie dürfen sie nicht sehen.',
    damaged: 'Der Datensatz wurde außerhalb der Anwendung geändert und kann nicht entschieden werden.',
    network:
      'Der Server hat nicht geantwortet. Es ist nicht bekannt, ob die Entscheidung ankam. Senden Sie sie erneut: Sie zählt einmal.',
    unavailable: 'Der Server war nicht bereit. Senden Sie die Entscheidung erneut.',
    'bad-decision': 'Hier passt nur eine andere Art von Entscheidung. Öffnen Sie die Freigabe.',
  },
};

/** The texts of the keys, in German. */
export const keys: Texts['keys'] = {
  title: 'Tastenkürzel',
  open: 'Tastenkürzel',
  toggle: 'Kürzel mit einer einzelnen Taste verwenden',
  close: 'Schließen',
  groups: { list: 'Liste', card: 'Freigabe', page: 'Seite' },
  move: 'Nach unten und oben',
  enter: 'Freigabe öffnen',
  space: 'Leertaste',
  tick: 'Auswählen oder abwählen',
  extend: 'Auswahl erweitern',
  next: 'Nächste und vorige Freigabe',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  edit: 'Bearbeiten',
  back: 'Zurück zur Liste',
  search: 'Suchen',
  help: 'Kürzel anzeigen',
};

import type { Texts } from './en.js';

const calls = (count: number): string => (count === 1 ? '1 Aufruf' : `${count} Aufrufe`);

/** The texts of the runs, in German. */
export const runs: Texts['runs'] = {
  title: 'Abläufe',
  filter: 'Status',
  filters: {
    suspended: 'Wartet',
    unknown: 'Ausgang unbekannt',
    resuming: 'Wird fortgesetzt',
    failed: 'Fehlgeschlagen',
    completed: 'Abgeschlossen',
    cancelled: 'Abgebrochen',
  },
  more: 'Weitere Abläufe zeigen',
  searching: 'Die anderen wartenden Abläufe werden durchsucht…',
  back: 'Alle Abläufe',
  empty: {
    title: 'Hier sind keine Abläufe',
    text: 'Ein Ablauf ist eine Anfrage, die gespeichert wurde, weil einer ihrer Aufrufe auf eine Person wartet.',
  },
  pick: { title: 'Kein Ablauf ist geöffnet', text: 'Wählen Sie einen Ablauf, um zu sehen, worauf er wartet.' },
  failed: {
    title: 'Die Abläufe konnten nicht geladen werden',
    text: 'Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  },
  notFound: {
    title: 'Diesen Ablauf gibt es nicht',
    text: 'Vielleicht gehört er zu einem anderen Mandanten. Gehen Sie zurück zur Liste.',
  },
  unreadable: (count) =>
    count === 1
      ? '1 Ablauf ist nicht lesbar, weil sein Eintrag beschädigt ist.'
      : `${count} Abläufe sind nicht lesbar, weil ihre Einträge beschädigt sind.`,
  of: (requester) => `Ablauf von ${requester}`,
  facts: {
    requester: 'Angefragt von',
    client: 'Client',
    conversation: 'Gespräch',
    since: 'Seit',
    round: 'Runde',
    attempts: 'Gescheiterte Versuche',
    next: 'Nächster Versuch',
    id: 'Kennung',
  },
  waits: {
    decisions: (tools) => `Wartet auf eine Entscheidung über ${tools}`,
    outcome: (tools) => `Wartet auf den Ausgang von ${tools}`,
    resume: 'Alles ist entschieden. Ein Worker setzt ihn fort.',
    retry: (failures) =>
      failures === 1
        ? '1 Versuch ist gescheitert. Ein weiterer folgt.'
        : `${failures} Versuche sind gescheitert. Ein weiterer folgt.`,
    resuming: 'Ein Worker führt die Aufrufe aus und fragt das Modell.',
    canceling: 'Wird abgebrochen. Er endet, sobald jeder Ausgang bekannt ist.',
    completed: 'Mit einer Antwort beendet',
    failed: 'Endgültig fehlgeschlagen',
    cancelled: 'Wurde abgebrochen',
  },
  calls: 'Aufrufe dieser Runde',
  noCalls: 'In dieser Runde ist kein Aufruf mehr offen.',
  state: {
    waits: 'Wartet auf eine Entscheidung',
    ready: 'Bereit',
    started: 'Läuft',
    done: 'Beendet',
    unknown: 'Ausgang unbekannt',
  },
  attempt: (count) => `Versuch ${count}`,
  openApproval: 'Freigabe öffnen',
  timeline: 'Was geschah',
  answer: 'Antwort',
  actions: 'Aktionen',
  resume: 'Jetzt fortsetzen',
  resumeStarted: 'Der Ablauf wird jetzt fortgesetzt.',
  cancel: 'Ablauf abbrechen',
  cancelText:
    'Kein Aufruf dieses Ablaufs beginnt mehr. Begonnene Aufrufe behalten ihre Wirkung. Das Modell wird nicht mehr gefragt.',
  cancelReason: 'Grund',
  cancelHint: 'Sie wird mit dem Ablauf gespeichert, und seine Beteiligten können sie lesen.',
  canceled: 'Der Ablauf ist abgebrochen.',
  readAgain: 'Ich habe den neuen Stand gelesen',
  settle: {
    open: 'Ausgang melden',
    byAdministrator: 'Eine Person mit Verwaltungsrechten kann den Ausgang melden.',
    title: (tool) => `Was geschah mit ${tool}?`,
    text: 'Der Aufruf hat begonnen, und sein Prozess ging verloren. Prüfen Sie im Dienst, ob er eine Wirkung hatte.',
    started: 'Begonnen',
    key: 'Wenn das Werkzeug den Idempotenzschlüssel des Aufrufs weitergibt, suchen Sie ihn im Dienst:',
    question: 'Ausgang',
    succeeded: 'Er war erfolgreich',
    succeededHint: 'Der Aufruf hatte seine Wirkung. Das Modell erhält das Ergebnis, das Sie angeben.',
    failed: 'Er ist fehlgeschlagen',
    failedHint: 'Der Aufruf hatte und hat keine Wirkung. Das Modell erhält Ihre Meldung und kann es erneut versuchen.',
    abandoned: 'Es wird nie bekannt',
    abandonedHint: 'Das Modell erfährt, dass der Ausgang unbekannt ist, und der Ablauf geht weiter.',
    result: 'Ergebnis',
    resultAs: 'Ergebnis als',
    message: 'Was fehlschlug',
    messageMissing: 'Geben Sie an, was fehlschlug.',
    send: 'Melden',
    done: 'Der Ausgang ist gespeichert.',
    over: 'Der Ausgang dieses Aufrufs wurde gemeldet.',
    ask: 'Werkzeug fragen',
    askHint: 'Kann das Werkzeug seine Aufrufe nachschlagen, meldet es den Ausgang.',
    asked: 'Das Werkzeug kennt den Ausgang noch nicht.',
    byTool: 'Das Werkzeug hat den Ausgang gemeldet.',
  },
  listed: (tools) => (tools.length > 3 ? calls(tools.length) : tools.join(', ')),
};

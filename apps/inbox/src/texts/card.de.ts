import type { EventFacts } from '../present/event-words.js';

const listed = (members: readonly string[], word: string): string =>
  members.length < 2 ? members.join('') : `${members.slice(0, -1).join(', ')} ${word} ${members.at(-1)}`;

const by =
  (text: string, alone: string) =>
  ({ by: person }: EventFacts): string =>
    person === undefined ? alone : `${person} ${text}`;

/** What strategies decided, in German. */
export const traceDe = {
  ask: (strategy: string) => `${strategy} fragt eine Person`,
  approve: (strategy: string) => `${strategy} gibt frei`,
  reject: (strategy: string) => `${strategy} lehnt ab`,
  abstain: (strategy: string) => `${strategy} entscheidet nicht`,
  error: (strategy: string) => `${strategy} ist fehlgeschlagen`,
  shadow: '(Probe ohne Wirkung)',
};

/** What happened, in German. */
export const eventsDe = {
  PENDING: 'Freigabe angefragt',
  VOTED: by('hat zugestimmt', 'Eine Person hat zugestimmt'),
  APPROVED: 'Freigegeben',
  REJECTED: by('hat abgelehnt', 'Abgelehnt'),
  RESPONDED: by('hat anstelle des Werkzeugs geantwortet', 'Eine Person hat anstelle des Werkzeugs geantwortet'),
  EXPIRED: 'Ohne Entscheidung abgelaufen',
  CANCELLED: by('hat abgebrochen', 'Abgebrochen'),
  LAPSED: 'Die Freigabe wurde nicht rechtzeitig genutzt',
  REVOKED: 'Widerrufen, bevor der Aufruf lief',
  EXECUTING: 'Der Aufruf wurde gestartet',
  SUCCEEDED: 'Der Aufruf hat sein Ergebnis geliefert',
  FAILED: 'Der Aufruf ist fehlgeschlagen',
  OUTCOME_UNKNOWN: 'Der Ausgang des Aufrufs ist unbekannt',
  ABANDONED: 'Der Ausgang wird nie bekannt sein',
  VOTE_LOST: ({ voter }: EventFacts) => `Die Stimme von ${voter} zählt nicht mehr`,
  EDITED: by('hat die Argumente geändert', 'Die Argumente wurden geändert'),
  ASKED_AGAIN: 'Erneut gefragt, weil sich das Werkzeug geändert hat',
  QUESTION_ANSWERED: by('hat die Frage beantwortet', 'Die Frage wurde beantwortet'),
  NOTED: by('hat zu spät abgelehnt', 'Eine Ablehnung kam zu spät'),
  SUSPENDED: 'Der Ablauf wartet auf eine Entscheidung',
  SETTLED: 'Alles ist entschieden',
  RESUMED: 'Der Ablauf wurde fortgesetzt',
  RELEASED: 'Der Ablauf wurde angehalten',
  PARKED: 'Der Ablauf wurde geparkt',
  RETRIED: by('hat den Ablauf erneut versucht', 'Der Ablauf wurde erneut versucht'),
  LEASE_LOST: 'Der Prozess, der den Ablauf fortsetzte, ging verloren',
  BATCH: ({ round, calls }: EventFacts) =>
    calls === 1 ? `Runde ${round} begann mit 1 Aufruf` : `Runde ${round} begann mit ${calls} Aufrufen`,
  STARTED: ({ call, attempt }: EventFacts) =>
    attempt > 1 ? `Aufruf ${call} gestartet, Versuch ${attempt}` : `Aufruf ${call} gestartet`,
  FINISHED: ({ call }: EventFacts) => `Aufruf ${call} beendet`,
  RECONCILED: ({ by: person, call }: EventFacts) =>
    person === undefined
      ? `Der Ausgang von Aufruf ${call} ist jetzt bekannt`
      : `${person} hat den Ausgang von Aufruf ${call} gemeldet`,
  ANSWERED: 'Das Modell hat geantwortet',
  COMPLETED: 'Der Ablauf endete mit seiner Antwort',
  CANCELING: by('bricht den Ablauf ab; er endet, wenn jeder Ausgang bekannt ist', 'Der Ablauf wird abgebrochen'),
  RUN_FAILED: 'Der Ablauf ist fehlgeschlagen',
  RUN_CANCELLED: by('hat den Ablauf abgebrochen', 'Der Ablauf wurde abgebrochen'),
  CLOSED: 'Das Gespräch wurde ergänzt',
};

/** Who must decide, in German. */
export const requirementDe = {
  anyone: (quorum: number) => (quorum === 1 ? 'Eine freigebende Person' : `${quorum} freigebende Personen`),
  group: (quorum: number, members: readonly string[]) =>
    quorum === 1 ? listed(members, 'oder') : `${quorum} aus ${listed(members, 'oder')}`,
  fourEyes: (requester: string) => `Vier Augen: ${requester} hat dies angefragt und darf nicht selbst entscheiden.`,
  onlyRequester: (requester: string) => `Nur ${requester} kann antworten.`,
  noEdit: 'Die Argumente dürfen nicht geändert werden.',
  timeoutCancels: 'Läuft die Frist ab, wird der ganze Ablauf abgebrochen.',
  whyNot: {
    requesterAsked: 'Sie haben dies angefragt. Eine andere Person muss entscheiden.',
    notRequester: (requester: string) => `Nur ${requester} kann diesen Aufruf beantworten.`,
    otherGroup: (roles: readonly string[], users: readonly string[]) =>
      roles.length === 0
        ? `Nur ${listed(users, 'oder')} darf dies entscheiden.`
        : `Nur eine Person mit der Rolle ${listed(roles, 'oder')}${users.length > 0 ? ` oder ${listed(users, 'oder')}` : ''} darf dies entscheiden.`,
    decided: 'Dies ist bereits entschieden.',
    damaged: 'Die gespeicherten Argumente wurden verändert und können nicht freigegeben werden. Brechen Sie ab.',
    unknown: 'Sie dürfen dies nicht entscheiden.',
  },
};

/** The card of one approval, in German. */
export const cardDe = {
  question: 'Frage',
  answer: 'Antwort',
  facts: 'Was angefragt ist',
  requestedBy: 'Angefragt von',
  runsIn: 'Läuft in',
  asked: 'Angefragt',
  expires: 'Läuft ab',
  conversation: 'Gespräch',
  openRun: 'Ablauf öffnen',
  openOuter: 'Ablauf öffnen, der darauf wartet',
  id: 'Freigabe-ID',
  useUntil: 'Muss starten bis',
  destructive: 'Wirkung kann endgültig sein',
  moreBelow: 'Weitere Argumente unten',
  less: (amount: string) => `${amount} weniger`,
  more: (amount: string) => `${amount} mehr`,
  cancel: {
    open: 'Diese Anfrage abbrechen',
    title: 'Diese Anfrage abbrechen',
    scope: 'Was abbrechen',
    send: { call: 'Diesen Aufruf abbrechen', run: 'Den ganzen Ablauf abbrechen' },
    hints: {
      call: 'Dieser Aufruf läuft nicht. Das Modell wird informiert, und der Ablauf wird fortgesetzt, sobald seine anderen Aufrufe entschieden sind.',
      run: 'Kein weiterer Aufruf dieses Ablaufs startet. Gestartete Aufrufe behalten ihre Wirkung. Das Modell wird nicht mehr aufgerufen.',
    },
    reason: 'Grund',
    reasonHint: 'Er wird gespeichert, und jede Person, die den Ablauf sehen darf, kann ihn lesen.',
    done: { call: 'Der Aufruf ist abgebrochen.', run: 'Der Ablauf ist abgebrochen.' },
  },
  you: 'Sie',
  notFound: {
    title: 'Diese Freigabe gibt es hier nicht',
    text: 'Es gibt sie nicht, oder Sie dürfen sie nicht sehen. Prüfen Sie den Link, oder melden Sie sich als andere Person an.',
  },
  failed: {
    title: 'Die Freigabe konnte nicht geladen werden',
    text: 'Der Server hat nicht wie erwartet geantwortet. Versuchen Sie es erneut.',
  },
  outcome: {
    by: (person: string) => `Von ${person}`,
    PENDING: '',
    APPROVED: 'Freigegeben. Der Aufruf läuft, sobald alle Aufrufe dieser Runde entschieden sind.',
    REJECTED: 'Abgelehnt. Der Aufruf läuft nicht, und das Modell erhält den Grund.',
    RESPONDED: 'Von einer Person beantwortet. Der Aufruf läuft nicht.',
    EXPIRED: 'Abgelaufen. Niemand hat rechtzeitig entschieden, der Aufruf läuft nicht.',
    CANCELLED: 'Abgebrochen. Der Aufruf läuft nicht.',
    LAPSED: 'Freigegeben, aber nicht rechtzeitig genutzt. Der Aufruf läuft nicht.',
    REVOKED: 'Widerrufen. Der Aufruf läuft nicht.',
    EXECUTING: 'Freigegeben. Der Aufruf läuft gerade.',
    SUCCEEDED: 'Freigegeben. Der Aufruf ist gelaufen.',
    FAILED: 'Freigegeben. Der Aufruf ist gelaufen und fehlgeschlagen.',
    OUTCOME_UNKNOWN: 'Freigegeben und gestartet, aber der Ausgang ist unbekannt.',
    ABANDONED: 'Freigegeben und gestartet. Der Ausgang wird nie bekannt sein.',
    settle: 'Ablauf öffnen und den Ausgang melden',
    response: 'Die Antwort, die das Modell erhalten hat',
    afterExpiry: {
      reject: (requester: string) =>
        `Das Modell wurde informiert, und der Ablauf wird ohne diesen Aufruf fortgesetzt. Wird er noch gebraucht, bitten Sie ${requester}, ihn erneut anzufragen.`,
      cancel: (requester: string) =>
        `Der ganze Ablauf wurde abgebrochen. Wird der Aufruf noch gebraucht, bitten Sie ${requester}, ihn erneut anzufragen.`,
    },
  },
  damaged: {
    title: 'Die gespeicherten Argumente wurden verändert',
    text: 'Sie passen nicht zu dem Hash, der mit der Anfrage gespeichert wurde. Niemand kann dies freigeben. Brechen Sie ab, und klären Sie, wer in die Datenbank schreiben kann.',
  },
  toolChanged: {
    title: 'Das Werkzeug hat sich seit der Anfrage geändert',
    text: 'Das Formular zeigt das Schema der Anfrage. Wenn Sie freigeben, werden Sie zum jetzigen Werkzeug erneut gefragt.',
  },
  askedAgain: 'Erneut gefragt, weil sich das Werkzeug geändert hat',
  tool: {
    description: 'Beschreibung',
    added: (name: string) => `Neuer Parameter: ${name}`,
    removed: (name: string) => `Entfernter Parameter: ${name}`,
    changed: (name: string) => `Geänderter Parameter: ${name}`,
    required: 'erforderlich',
    optional: 'optional',
    anyType: 'beliebiger Wert',
    oneOf: (values: string) => `eines von ${values}`,
    other: 'Ein anderer Teil seiner Definition ist anders.',
  },
  hidden: {
    title: 'Diese Anfrage enthält Zeichen, die man leicht übersieht',
    bidi: (count: number) =>
      count === 1
        ? '1 Zeichen ändert die Schreibrichtung. Der Text kann sich anders lesen, als er gesendet wird.'
        : `${count} Zeichen ändern die Schreibrichtung. Der Text kann sich anders lesen, als er gesendet wird.`,
    invisible: (count: number) => (count === 1 ? '1 unsichtbares Zeichen.' : `${count} unsichtbare Zeichen.`),
    control: (count: number) => (count === 1 ? '1 Steuerzeichen.' : `${count} Steuerzeichen.`),
    lookalike: (count: number) =>
      count === 1
        ? '1 Buchstabe sieht lateinisch aus und ist aus einem anderen Alphabet. Ein Name oder eine Adresse kann gefälscht sein.'
        : `${count} Buchstaben sehen lateinisch aus und sind aus einem anderen Alphabet. Ein Name oder eine Adresse kann gefälscht sein.`,
    advice: 'Jedes davon ist an seiner Stelle markiert.',
  },
  same: {
    title: 'Eine weitere Anfrage mit denselben Werten wartet',
    text: (requester: string) => `${requester} hat denselben Aufruf angefragt. Geben Sie beide frei, läuft er zweimal.`,
    open: 'Andere Anfrage öffnen',
  },
  withoutArguments: 'Die Argumente sind zu groß für diese Ansicht.',
  readInFull: 'Ganz lesen',
  arguments: 'Argumente',
  noArguments: 'Dieser Aufruf hat keine Argumente.',
  removedArguments: 'Die Argumente sind nicht mehr gespeichert. Sie wurden entfernt:',
  shownAs: 'Argumente anzeigen als',
  form: 'Formular',
  json: 'JSON',
  copy: 'Als JSON kopieren',
  copied: 'Kopiert',
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Markieren und kopieren Sie das JSON.',
  notSet: (labels: readonly string[]) => `Nicht gesetzt: ${labels.join(', ')}`,
  unnamed: 'nicht im Schema',
  misfit: 'passt nicht zum Schema',
  yes: 'Ja',
  no: 'Nein',
  none: 'Leer',
  emptyText: 'Leerer Text',
  emptyList: 'Leere Liste',
  emptyObject: 'Keine Werte',
  item: (number: number) => `Eintrag ${number}`,
  sentAs: (exact: string) => `gesendet als ${exact}`,
  noCurrency: 'ohne Währung',
  showSecret: 'Anzeigen',
  hideSecret: 'Verbergen',
  secret: 'Verborgen, weil es wie ein Geheimnis aussieht',
  showAllLines: (lines: string) => `Alle ${lines} Zeilen anzeigen`,
  showAllItems: (count: number) => `Alle ${count} Einträge anzeigen`,
  showWholeText: 'Ganzen Text anzeigen',
  showLess: 'Weniger anzeigen',
  lines: (count: string) => `${count} Zeilen`,
  fold: 'Zuklappen',
  why: 'Warum eine Person entscheidet',
  others: (count: number) =>
    count === 1 ? '1 Strategie überlässt es anderen' : `${count} Strategien überlassen es anderen`,
  who: 'Wer entscheidet',
  quorum: (votes: number, quorum: number) => `${votes} von ${quorum}`,
  voted: 'Zugestimmt',
  mayDecide: 'Kann noch entscheiden',
  noOneLeft: 'Das Verzeichnis nennt keine weitere Person, die entscheiden darf.',
  changes: 'Geänderte Argumente',
  changedBy: (person: string) => `Geändert von ${person}`,
  votesRestarted: 'Nach einer Änderung beginnt die Abstimmung neu.',
  beforeMissing: 'Die früheren Argumente sind zu groß für diese Ansicht.',
  unchanged: 'Kein Wert ändert sich.',
  before: 'Vorher',
  after: 'Nachher',
  notes: 'Ablehnungen, die zu spät kamen',
  history: 'Verlauf',
  historyFailed: 'Der Verlauf konnte nicht geladen werden.',
  earlier: (count: number) => (count === 1 ? '1 früheres Ereignis anzeigen' : `${count} frühere Ereignisse anzeigen`),
};

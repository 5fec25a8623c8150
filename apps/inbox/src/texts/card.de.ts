import type { EventFacts } from './card.en.js';

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
  shadow: '(nur zur Probe)',
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
  REVOKED: 'Vor der Ausführung widerrufen',
  EXECUTING: 'Der Aufruf wurde gestartet',
  SUCCEEDED: 'Der Aufruf hat sein Ergebnis geliefert',
  FAILED: 'Der Aufruf ist fehlgeschlagen',
  OUTCOME_UNKNOWN: 'Der Ausgang des Aufrufs ist unbekannt',
  ABANDONED: 'Der Ausgang wird nie bekannt sein',
  VOTE_LOST: ({ voter }: EventFacts) => `Die Stimme von ${voter} zählt nicht mehr`,
  EDITED: by('hat die Argumente geändert', 'Die Argumente wurden geändert'),
  NOTED: by('hat zu spät abgelehnt', 'Eine Ablehnung kam zu spät'),
  SUSPENDED: 'Der Ablauf wartet auf eine Entscheidung',
  SETTLED: 'Alles ist entschieden',
  RESUMED: 'Der Ablauf wurde fortgesetzt',
  RELEASED: 'Der Ablauf wurde angehalten',
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
    quorum === 1 ? listed(members, 'oder') : `${quorum} von ${listed(members, 'oder')}`,
  fourEyes: (requester: string) => `Vier Augen: ${requester} hat dies angefragt und darf nicht selbst entscheiden.`,
  onlyRequester: (requester: string) => `Nur ${requester} kann antworten, weil der Aufruf auf dem eigenen Gerät läuft.`,
  noEdit: 'Die Argumente dürfen nicht geändert werden.',
  timeoutCancels: 'Läuft die Frist ab, wird der ganze Ablauf abgebrochen.',
  whyNot: {
    requesterAsked: 'Sie haben dies angefragt. Eine andere Person muss entscheiden.',
    notRequester: (requester: string) => `Nur ${requester} kann diesen Aufruf beantworten.`,
    otherGroup: (members: readonly string[]) => `Nur ${listed(members, 'oder')} darf dies entscheiden.`,
    decided: 'Dies ist bereits entschieden.',
    damaged: 'Die gespeicherten Argumente wurden verändert und können nicht freigegeben werden. Brechen Sie ab.',
    unknown: 'Sie dürfen dies nicht entscheiden.',
  },
};

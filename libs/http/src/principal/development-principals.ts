import type { IncomingHttpHeaders } from 'node:http';
import type { FactoryProvider } from '@nestjs/common';
import { approverProblem } from '#approval';
import type { Approver } from 'toolgate/approval';
import { LineLogger } from 'toolgate/model';
import { SeamException } from 'toolgate/tool';
import { type Principal, PrincipalResolver } from './principal.resolver.js';

const NAME = 'toolgate-person';

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/i;

// A proxy on this machine connects from this machine, on behalf of any client.
const OF_PROXY = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** A person who may be chosen without a password. */
export interface DevelopmentPerson extends Approver {
  /** The name by which the inbox lists the person. @default the id */
  readonly name?: string;
  readonly administrator?: boolean;
}

/**
 * Returns a `PrincipalResolver` for development on one machine. The cookie `toolgate-person`, or the header
 * `x-toolgate-person`, names one of the people by id; a request with neither is made by the first person. Any client
 * can act as any listed person, so start-up stops unless `NODE_ENV` is unset or `development`. A request has no person
 * unless its `Host` is `localhost`, `127.0.0.1` or `[::1]`, and it came from this machine and through no proxy.
 */
export const developmentPrincipals = (people: readonly DevelopmentPerson[]): FactoryProvider<PrincipalResolver> => ({
  provide: PrincipalResolver,
  useFactory: () => {
    const environment = process.env['NODE_ENV'];
    if (environment !== undefined && environment !== '' && environment !== 'development') {
      throw new SeamException(
        `developmentPrincipals() authenticates nothing, and NODE_ENV is ${JSON.stringify(environment)}. Provide a PrincipalResolver that checks a session or a token.`,
      );
    }
    assertPeople(people);
    new LineLogger('Toolgate').warn(
      'developmentPrincipals() lets every request choose its person. Never let others reach this server.',
    );
    return new DevelopmentPrincipals(people);
  },
});

class DevelopmentPrincipals extends PrincipalResolver {
  private readonly people: ReadonlyMap<string, { readonly principal: Principal; readonly name: string | undefined }>;

  constructor(people: readonly DevelopmentPerson[]) {
    super();
    this.people = new Map(
      people.map(({ administrator = false, name, ...approver }) => [
        approver.id,
        { principal: { approver, administrator }, name },
      ]),
    );
  }

  listed(): readonly ListedPerson[] {
    return [...this.people].map(([id, { name }]) => ({ id, name }));
  }

  principal(request: LocalRequest): Principal | undefined {
    if (!isLocal(request)) return undefined;
    const named = request.headers[`x-${NAME}`] ?? cookieOf(request.headers.cookie);
    // A person that is not listed is refused, because a mistyped id would otherwise be the first person.
    const person = named === undefined ? [...this.people.values()][0] : this.people.get(String(named));
    return person?.principal;
  }
}

/** A person as the page lists the people. */
interface ListedPerson {
  readonly id: string;
  readonly name: string | undefined;
}

/** The properties that the requests of both platforms and of a middleware have in common. */
interface LocalRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

// The host of a foreign page may resolve to this machine. The browser then sends the name of that host.
const isLocal = ({ headers, socket }: LocalRequest): boolean =>
  LOCAL_HOST.test(headers.host ?? '') &&
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  !Object.keys(headers).some((name) => OF_PROXY.test(name));

/**
 * Returns the people among whom a request may choose, without their roles. Returns undefined unless the resolver is that
 * of `developmentPrincipals()` and the request was sent to this machine.
 */
export const localPeople = (resolver: PrincipalResolver, request: LocalRequest): readonly ListedPerson[] | undefined =>
  resolver instanceof DevelopmentPrincipals && isLocal(request) ? resolver.listed() : undefined;

const cookieOf = (header = ''): string | undefined => {
  const pair = header.split(';').find((entry) => entry.trim().startsWith(`${NAME}=`));
  const value = pair?.slice(pair.indexOf('=') + 1).trim();
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
};

const nameProblem = (name: unknown): string | undefined =>
  name === undefined || typeof name === 'string' ? undefined : '"name" is not a string';

const assertPeople = (people: readonly DevelopmentPerson[]): void => {
  if (!Array.isArray(people) || people.length === 0) {
    throw new SeamException(
      'developmentPrincipals() received no people. Pass a list, such as [{ id: "ann", tenant: "acme" }].',
    );
  }
  const seen = new Set<string>();
  for (const { administrator, name, ...approver } of people) {
    const isFlag = administrator === undefined || typeof administrator === 'boolean';
    const problem = approverProblem(approver) ?? (isFlag ? nameProblem(name) : '"administrator" is not a boolean');
    if (problem)
      throw new SeamException(
        `developmentPrincipals() received a person that cannot be read: ${problem}. Correct the person.`,
      );
    if (seen.has(approver.id))
      throw new SeamException(`developmentPrincipals() received "${approver.id}" twice. Remove one of them.`);
    seen.add(approver.id);
  }
};

import type { ChatModelFailureKind } from 'toolgate/model';
import type { ProviderError } from './provider-error.js';

/** One kind, and how to recognize it: a status, a code, or words of the message. */
interface Sign {
  readonly kind: ChatModelFailureKind;
  readonly status?: (status: number) => boolean;
  readonly code?: RegExp;
  readonly words?: RegExp;
}

const isOneOf =
  (...statuses: readonly number[]) =>
  (status: number): boolean =>
    statuses.includes(status);

// The first match decides, so precise codes and words come before a status alone.
const SIGNS: readonly Sign[] = [
  {
    kind: 'quota',
    status: isOneOf(402),
    code: /^(?:insufficient_quota|insufficient_credits|billing_error|billing_not_active|billing_hard_limit_reached)$/,
    words: /credit balance is too low|insufficient (?:balance|credits?)/i,
  },
  {
    kind: 'content-filter',
    code: /^(?:content_filter(?:ed)?|content_policy_violation|moderation_blocked|safety|prohibited_content)$/,
    words: /content (?:filtering|management) policy/i,
  },
  { kind: 'rate-limit', status: isOneOf(429) },
  {
    kind: 'context-too-long',
    status: isOneOf(413),
    code: /^(?:context_length_exceeded|exceed_context_size_error|request_too_large)$/,
    words:
      /prompt is too long|(?:maximum|exceeds? the|exceed) context|context (?:window|length|limit)|input token count .*exceeds/i,
  },
  {
    kind: 'authentication',
    status: isOneOf(401, 403),
    code: /^(?:authentication_error|permission_error|invalid_api_key|api_key_invalid|unauthenticated|permission_denied|ai_loadapikeyerror)$/,
  },
  { kind: 'rate-limit', code: /^(?:rate_limit_error|rate_limit_exceeded|too_many_requests|resource_exhausted|429)$/ },
  { kind: 'overloaded', status: isOneOf(529), code: /overloaded|^slow_down$|^529$/, words: /overloaded/i },
  {
    kind: 'timeout',
    status: isOneOf(408, 504),
    code: /^(?:timeout_error|request_timeout|deadline_exceeded|timeouterror|etimedout|und_err_(?:connect|headers|body)_timeout|504)$/,
  },
  {
    kind: 'unavailable',
    status: (status) => status >= 500,
    code: /^(?:unavailable|internal|server_error|internal_server_error|api_error|econnrefused|enotfound|eai_again|ehostunreach|enetunreach|5\d\d)$/,
  },
  {
    kind: 'invalid-request',
    status: (status) => status >= 400 && status !== 409,
    code: /^(?:invalid_request_error|not_found_error|invalid_argument|not_found|ai_unsupportedfunctionalityerror|ai_invalidprompterror|ai_invalidargumenterror|ai_loadsettingerror)$/,
  },
];

/** Returns in one word why a provider failed. */
export const failureKind = ({ status = 0, codes, message = '' }: ProviderError): ChatModelFailureKind => {
  const fits = (sign: Sign): boolean =>
    sign.status?.(status) === true ||
    sign.words?.test(message) === true ||
    (sign.code !== undefined && [...codes].some((code) => sign.code?.test(code)));
  return SIGNS.find(fits)?.kind ?? 'other';
};

export { chain, collect } from './async/chain.js';
export { ignore } from './async/ignore.js';
export { isPromiseLike } from './async/is-promise-like.js';
export type { MaybePromise } from './async/maybe-promise.js';
export { type Waiting, runWaiting } from './async/run-waiting.js';
export { SharedListeners } from './async/shared-listeners.js';
export { settleQuietly } from './async/settle-quietly.js';
export { LONGEST_TIMER_MS, startTimer } from './async/start-timer.js';
export { TurnAbort, untilAborted } from './async/turn-abort.js';
export { within } from './async/within.js';
export { canSendHeaders } from './checks/can-send-headers.js';
export { CONVERSATION_BYTES } from './checks/conversation-bytes.js';
export { instanceRemedy } from './checks/instance-remedy.js';
export { isAbortSignal } from './checks/is-abort-signal.js';
export { isList } from './checks/is-list.js';
export { isClass, kindOf } from './checks/kind-of.js';
export { listNames, quote, toolsAre, useOneOf } from './checks/list-names.js';
export { recordOf } from './checks/record-of.js';
export type { Class } from './classes/class.js';
export { prototypeChain } from './classes/prototype-chain.js';
export { BYTES_OF_ANY_VALUE, bytesOf } from './json/bytes-of.js';
export { copyJson } from './json/copy-json.js';
export { exactJson } from './json/exact-json.js';
export { freezeJson } from './json/freeze-json.js';
export { frozenCopy } from './json/frozen-copy.js';
export { frozenJson } from './json/frozen-json.js';
export type { JsonLimits } from './json/json-limits.js';
export { defined, isObject, objectOf, ownValue } from './json/json-object.js';
export type { JsonObject, JsonSchema, JsonValue } from './json/json.js';
export { measureJson } from './json/measure-json.js';
export { parseJson } from './json/parse-json.js';
export { pointerStep } from './json/pointer-step.js';
export { readJson } from './json/read-json.js';
export { isExactInteger } from './json/rounded-integer.js';
export { JsonValueError, toJson } from './json/to-json.js';
export { describeError } from './log/describe-error.js';
export { type LoggedIds, idsForLog } from './log/ids-for-log.js';
export { isDebugEnabled } from './log/is-debug-enabled.js';
export { LineLogger } from './log/line-logger.js';
export { messageOf } from './log/message-of.js';
export { redactSecrets } from './log/redact-secrets.js';
export { stackWithCauses } from './log/stack-with-causes.js';
export { visibleText } from './log/visible-text.js';
export { checkOption, checkOptions, type OptionsPlace } from './options/check-options.js';
export {
  amount,
  anything,
  callback,
  count,
  countUpTo,
  delayMs,
  endlessMs,
  filledText,
  finiteMs,
  instance,
  limit,
  listOf,
  milliseconds,
  oneOf,
  text,
  timerMs,
  wholeNumber,
  yesOrNo,
} from './options/kinds.js';
export { DEFAULT_TENANT } from './options/tenant.js';
export { SPAN_CONTENT } from './options/span-content.js';
export { type Declared, group, type Kind, type Option, option, type Options, switchGroup } from './options/option.js';
export { TOOL_SEARCH } from './options/tool-search.js';
export { ANOTHER_COPY, ofAnotherCopy, registerSeam } from './seam/assert-one-copy.js';
export type { Collected } from './seam/collected.js';
export { factoryProvider } from './seam/factory-provider.js';
export { partsProvider } from './seam/parts-provider.js';
export { promiseClass, promisedClass } from './seam/promised-class.js';
export { type InstanceOf, ProviderInstances, newInstanceOf } from './seam/provider-instances.js';
export {
  type ProviderWrapper,
  classOf,
  distinct,
  hostOf,
  isScoped,
  moduleRefOf,
  readyInstance,
} from './seam/provider-wrapper.js';
export { seamProvider } from './seam/seam-provider.js';
export { SeamException, ToolException } from './seam/seam.errors.js';
export { SEAM } from './seam/seam.js';
export { Seams } from './seam/seams.js';
export { contextIdOf, resolveForTurn } from './seam/turn-scope.js';
export { type CreatedClass, uninjectableWarnings } from './seam/uninjectable-classes.js';

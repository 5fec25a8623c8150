import { count, filledText, finiteMs, oneOf, share, text, texts, wholeNumber, yesOrNo } from './kinds.js';
import { group, option } from './option.js';

/**
 * The options of the room `tool-search`. They are declared here, because `ToolgateModule` reads them too, and does not
 * load that room.
 */
export const TOOL_SEARCH = {
  enabled: option(yesOrNo, 'enables the search', false, 'TOOLGATE_TOOL_SEARCH_ENABLED'),
  clients: option(texts('a list of the names of clients'), 'the clients that search, by name', 'all'),
  indexType: option(
    oneOf('regex', 'keyword', 'vector'),
    'the index, if the application provides no `ToolIndex`',
    'regex',
    'TOOLGATE_TOOL_SEARCH_INDEX_TYPE',
  ),
  minScore: option(
    share,
    'the lowest score of a result; not with `regex`',
    '`0.25`, `0.2` with `vector`',
    'TOOLGATE_TOOL_SEARCH_MIN_SCORE',
  ),
  order: option(
    wholeNumber,
    'the order of the loop among the advisors',
    'highest precedence + 300',
    'TOOLGATE_TOOL_SEARCH_ORDER',
  ),
  eviction: group({
    lruMaxSessions: option(
      count,
      'the most sessions; the least recently used are evicted',
      1000,
      'TOOLGATE_TOOL_SEARCH_LRU_MAX_SESSIONS',
    ),
    ttlMs: option(finiteMs, 'when an unused session is evicted', 'never', 'TOOLGATE_TOOL_SEARCH_TTL_MS'),
  }),
  maxResults: option(
    count,
    'the number of results if the model sets none',
    "the index's: `10`",
    'TOOLGATE_TOOL_SEARCH_MAX_RESULTS',
  ),
  systemMessageSuffix: option(
    text,
    'the text about the search after the system text',
    'a few sentences',
    'TOOLGATE_TOOL_SEARCH_SYSTEM_MESSAGE_SUFFIX',
  ),
  referenceToolNameAccumulation: option(
    yesOrNo,
    'a turn keeps all tools that it found, or those of the last search',
    true,
    'TOOLGATE_TOOL_SEARCH_REFERENCE_TOOL_NAME_ACCUMULATION',
  ),
  sessionIdKeyName: option(
    filledText('the name of a parameter of the advisors'),
    'the advisor parameter with the session id',
    'the conversation',
    'TOOLGATE_TOOL_SEARCH_SESSION_ID_KEY_NAME',
  ),
};

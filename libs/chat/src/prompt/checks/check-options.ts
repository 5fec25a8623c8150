import type { ToolCallingChatOptions, ToolSource } from 'toolgate/tool';
import { checkPlainRecord } from './check-json-record.js';
import { checkNames } from './check-names.js';
import { checkSources } from './check-sources.js';
import { isRecord, type Place, throwInvalid } from './invalid-value.js';

interface Kind {
  readonly accepts: (value: unknown) => boolean;
  readonly instruction: string;
}

const TEXT: Kind = { accepts: (value) => typeof value === 'string', instruction: 'Pass a string, or leave it out.' };
const NUMBER: Kind = { accepts: Number.isFinite, instruction: 'Pass a number, or leave it out.' };
const TEXTS: Kind = {
  accepts: (value) => Array.isArray(value) && value.every(TEXT.accepts),
  instruction: 'Pass a list of strings, or leave it out.',
};
const recordOf = ({ accepts }: Kind, instruction: string): Kind => ({
  accepts: (value) => isRecord(value) && Object.values(value).every((entry) => entry === undefined || accepts(entry)),
  instruction,
});
const RECORD: Kind = { accepts: isRecord, instruction: '' };

const CHOICES = ['auto', 'none', 'required'];

type Checked = Omit<ToolCallingChatOptions, 'tools' | 'toolContext'>;

const KINDS: Readonly<Record<keyof Checked, Kind>> = {
  model: TEXT,
  maxOutputTokens: NUMBER,
  temperature: NUMBER,
  topP: NUMBER,
  topK: NUMBER,
  presencePenalty: NUMBER,
  frequencyPenalty: NUMBER,
  stopSequences: TEXTS,
  seed: NUMBER,
  reasoning: TEXT,
  toolChoice: {
    accepts: (value) =>
      isRecord(value) &&
      (CHOICES.some((choice) => choice === value['type']) ||
        (value['type'] === 'tool' && TEXT.accepts(value['toolName']))),
    instruction: "Pass { type: 'auto' }, { type: 'none' }, { type: 'required' } or { type: 'tool', toolName }.",
  },
  responseFormat: {
    accepts: (value) => isRecord(value) && (value['type'] === 'text' || value['type'] === 'json'),
    instruction: "Pass { type: 'text' } or { type: 'json', schema }.",
  },
  headers: recordOf(TEXT, 'Pass an object of strings, by the name of the header.'),
  providerOptions: recordOf(RECORD, "Pass an object for each provider, such as { openai: { user: 'u-1' } }."),
};

const NAMES: Readonly<Record<keyof ToolCallingChatOptions, unknown>> = { ...KINDS, tools: true, toolContext: true };

/** Returns options of a model. Throws `ChatClientException` for a name that is not an option, and for a value of another type. */
export const checkOptions = (place: Place, given: ToolCallingChatOptions): ToolCallingChatOptions => {
  if (!isRecord(given)) return throwInvalid(place('options'), given, 'Pass an object, such as { temperature: 0 }.');
  checkNames(() => place('options'), given, NAMES);
  for (const name in given) {
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (name === 'tools') checkSources(place, 'options.tools', value as readonly ToolSource[]);
    else if (name === 'toolContext') checkPlainRecord(place, 'options.toolContext', value);
    else if (!KINDS[name as keyof Checked].accepts(value)) {
      throwInvalid(place(`options.${name}`), value, KINDS[name as keyof Checked].instruction);
    }
  }
  return given;
};

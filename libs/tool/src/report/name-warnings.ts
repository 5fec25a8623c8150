import type { ToolDefinition } from 'toolgate/model';
import { descriptionOrName } from '../contract/description-or-name.js';
import type { RegisteredTool } from '../registry/registered-tool.js';
import { withEscapes } from './with-escapes.js';

/** The name length that most providers accept. */
const LONGEST_NAME = 64;

/** Returns warnings about the names and descriptions of the application's tools. */
export const nameWarnings = (all: readonly RegisteredTool[]): string[] => {
  // No model and no provider receives the name of a guarded method.
  const tools = all.filter(({ callback }) => !callback.metadata.internal);
  const mute = tools.filter(({ callback: { definition } }) => isMute(definition));
  const odd = tools.filter(({ callback: { definition } }) => !/^[\w.-]+$/.test(definition.name));
  const long = tools.filter(({ callback: { definition } }) => definition.name.length > LONGEST_NAME);
  const alike = groupBy(all, ({ callback: { definition } }) => nameSkeleton(definition.name));
  return [
    ...(mute.length > 0
      ? [
          `A model chooses a tool by its description, but these tools have none beyond their name: ${placesOf(mute)}. Describe them.`,
        ]
      : []),
    ...(odd.length > 0
      ? [`Some providers reject names with characters other than letters, digits, _ . and -. Rename: ${placesOf(odd)}.`]
      : []),
    ...(long.length > 0
      ? [`Some providers reject names of more than ${LONGEST_NAME} characters. Shorten: ${placesOf(long)}.`]
      : []),
    ...(alike.length > 0
      ? [
          `Tool names look alike, so that a person may approve one for the other. Rename one of: ${alike.map((group) => placesOf(group, ' and ')).join('; ')}.`,
        ]
      : []),
  ];
};

const isMute = ({ name, description }: ToolDefinition): boolean => descriptionOrName(name, description) === name;

const placesOf = (tools: readonly RegisteredTool[], between = ', '): string =>
  tools.map(({ callback, origin }) => withEscapes(`"${callback.definition.name}" (${origin})`)).join(between);

/** Returns the groups of two or more tools that have the same key. */
const groupBy = (tools: readonly RegisteredTool[], keyOf: (tool: RegisteredTool) => string): RegisteredTool[][] => {
  const groups = new Map<string, RegisteredTool[]>();
  for (const tool of tools) {
    const group = groups.get(keyOf(tool));
    if (group) group.push(tool);
    else groups.set(keyOf(tool), [tool]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
};

/** Pairs of a letter of another script and the ASCII letter or digit that it looks like. */
const ALIKE = [
  // Cyrillic
  'аa вb сc ԁd еe ѐe ёe һh іi їi јj ӏl кk ԛq оo пn рp гr ѕs тt цu ѵv ԝw хx уy ьb',
  'АA ВB СC ЕE ЀE ЁE ԌG НH Іl Їl ЈJ КK ӀI МM ОO РP ԚQ ЅS ТT ѴV ԜW ХX УY ҮY ЗE',
  // Greek
  'αa ϲc γy ηn ιi ϳj κk νv οo σo ρp τt υu χx ωw ΑA ΒB ϹC ΕE ΖZ ΗH Ιl ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX',
  // Armenian
  'ցg հh յj ոn օo զq սu ՏS ՕO ՍU Լl',
  // Latin
  'ɑa ɡg ɢG ʜH ıi ɩi ɪi ȷj ʀR ᴠv ᴡw ᴢz ᴏo ᴜu ᴄc ǀl',
  // Hyphens
  '\u2010- \u2011- \u2012- \u2013- \u2014- \u2015- \u2212- \u02d7- \u06d4-',
  // Within ASCII
  '0O 1l Il |l',
];

const LIKE: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap((pairs) => pairs.split(' ')).map((pair) => {
    const [sign = '', like = ''] = pair;
    return [sign, like];
  }),
);

/**
 * Normalizes a name, so that names which a person may confuse become equal. Covers compatibility forms (NFKC) such as
 * full-width letters, letters of other scripts, `0` and `O`, `1`, `l` and `I`, and zero-width characters. It knows the
 * letters that look like ASCII in most fonts, not all of Unicode's confusables.
 */
const nameSkeleton = (name: string): string =>
  [...name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')]
    .map((sign) => LIKE.get(sign) ?? sign)
    .join('');

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
export const nameSkeleton = (name: string): string =>
  [...name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')]
    .map((sign) => LIKE.get(sign) ?? sign)
    .join('');

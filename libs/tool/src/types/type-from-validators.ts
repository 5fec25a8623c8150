import type { Validation } from './class-validator.js';
import type { EnumValues } from './tool-param-options.js';
import { enumValues } from './type-from-options.js';
import type { ValueType } from './value-type.js';

const STRINGS: ReadonlySet<string> = new Set(
  `isString isLength minLength maxLength matches isEmail isUuid isDateString isIso8601 isRFC3339 isMongoId isIp isUrl
  isFqdn isAlpha isAlphanumeric isAscii isBase32 isBase58 isBase64 isBIC isBooleanString isBtcAddress isByteLength
  isCreditCard isCurrency isDataURI isDecimal isEAN isEthereumAddress IsFirebasePushId isFullWidth isHalfWidth isHash
  isHexColor isHexadecimal isHSL isIBAN isIdentityCard isISBN isIsbn isISIN isIsin isISO31661Alpha2 isISO31661Alpha3
  isISO31661Numeric isISO4217CurrencyCode isISO6391 isISRC isISSN isJson isJwt isLocale isLowercase isMacAddress
  isMagnetURI isMilitaryTime isMimeType isMobilePhone isMultibyte isNumberString isOctal isPassportNumber isPhoneNumber
  isPort isPostalCode isRgbColor isSemVer isStrongPassword isSurrogatePair isTaxId isTimeZone isUppercase
  isVariableWidth contains notContains`.split(/\s+/u),
);
const NUMBERS: ReadonlySet<string> = new Set(['isNumber', 'min', 'max', 'isPositive', 'isNegative', 'isDivisibleBy']);
const LISTS: ReadonlySet<string> = new Set(
  'isArray arrayNotEmpty arrayMinSize arrayMaxSize arrayUnique arrayContains arrayNotContains'.split(' '),
);
const OBJECTS: ReadonlySet<string> = new Set(['isObject', 'isNotEmptyObject', 'isInstance']);

/** The type information of class-validator's decorators on one property. */
interface ValidatedType {
  /** Absent if no decorator states a type. */
  readonly type?: ValueType;
  readonly isList: boolean;
  readonly isObject: boolean;
}

/** Reads a type from class-validator's decorators, which are the same under every compiler. */
export function typeFromValidators(validations: readonly Validation[]): ValidatedType {
  const each = validations.some((validation) => validation.each === true);
  const named = (names: ReadonlySet<string>) => validations.some(({ name = '' }) => names.has(name));
  const type = valueOf(validations);
  return {
    ...(type && { type: each ? { type: 'array', of: type } : type }),
    isList: each || named(LISTS),
    isObject: named(OBJECTS),
  };
}

function valueOf(validations: readonly Validation[]): ValueType | undefined {
  const has = (...names: string[]) => validations.some(({ name = '' }) => names.includes(name));
  const choice = validations.find(({ name }) => name === 'isEnum' || name === 'isIn')?.constraints?.[0];
  if (isChoice(choice)) return { type: 'enum', values: enumValues(choice) };
  if (has('isDate', 'minDate', 'maxDate')) return { type: 'date' };
  if (has('isInt')) return { type: 'integer' };
  if (validations.some(({ name = '' }) => STRINGS.has(name))) return { type: 'string' };
  if (validations.some(({ name = '' }) => NUMBERS.has(name))) return { type: 'number' };
  return has('isBoolean') ? { type: 'boolean' } : undefined;
}

function isChoice(value: unknown): value is EnumValues {
  const values: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return values.length > 0 && values.every((one) => ['string', 'number', 'boolean'].includes(typeof one));
}

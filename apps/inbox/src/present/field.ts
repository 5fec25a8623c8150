import type { JsonBody } from 'toolgate/http/client';

/** How a form shows a value, and how a person edits it. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'dateTime'
  | 'money'
  | 'email'
  | 'url'
  | 'id'
  | 'list'
  | 'object'
  | 'json'
  | 'nothing';

/** The property names and list indexes that lead to a value, from the arguments. */
export type FieldPath = readonly (string | number)[];

export interface FieldChoice {
  readonly value: JsonBody;
  readonly label: string;
}

/** What a schema states about the values of a field. The door validates; a form shows it as a hint. */
export interface FieldLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** One value of the arguments, or one that the schema names and the arguments lack. */
export interface Field {
  readonly path: FieldPath;
  readonly label: string;
  readonly description?: string;
  readonly kind: FieldKind;
  /** Whether the value is a JSON string: money may be one, such as "80.00". */
  readonly isText: boolean;
  readonly required: boolean;
  /** Whether `null` is allowed. */
  readonly nullable: boolean;
  readonly present: boolean;
  readonly value: JsonBody | undefined;
  /** The value of the field when a person adds it. */
  readonly initial: JsonBody;
  readonly choices?: readonly FieldChoice[];
  readonly limits?: FieldLimits;
  /** Of money: the currency that a property beside it states, and whether the value counts cents. */
  readonly currency?: string;
  readonly isMinorUnit?: boolean;
  /** The fields of an object, or one for each item of a list. */
  readonly fields?: readonly Field[];
  /** Of a list: the value of an item that a person adds. */
  readonly itemInitial?: JsonBody;
  /** Of an object: the value of a property that a person adds, if the schema allows any name. */
  readonly propertyInitial?: JsonBody;
  /** The schema does not name it. */
  readonly isUnnamed?: true;
  /** The value does not fit the type of the schema; it is shown as JSON. */
  readonly isMisfit?: true;
  /** The name or the schema suggests a secret. */
  readonly secretLooking?: true;
}

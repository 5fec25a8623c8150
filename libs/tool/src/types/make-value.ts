import { chain, collect, copyJson, isObject, pointerStep } from '#core';
import type { JsonValue } from 'toolgate/model';
import { makeDate } from './make-date.js';
import { dtoMaker } from './make-dto.js';
import { standardMaker } from './make-standard.js';
import type { Maker } from './maker.js';
import type { ValueType } from './value-type.js';

/** Returns the maker of a type; undefined if the JSON value itself is the value and is immutable. */
export function makerOf(type: ValueType): Maker | undefined {
  switch (type.type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'enum':
      return undefined;
    case 'date':
      return makeDate;
    case 'object':
    case 'json':
      return copyJson;
    case 'array':
      return arrayMaker(makerOf(type.of));
    case 'map':
      return mapMaker(makerOf(type.of), type.asMap);
    case 'dto':
      return dtoMaker(type.class);
    case 'standard':
      return standardMaker(type.schema);
  }
}

/** Whether values of this type differ from their JSON. */
export function isMadeOfJson(type: ValueType): boolean {
  if (type.type === 'array') return isMadeOfJson(type.of);
  if (type.type === 'map') return type.asMap || isMadeOfJson(type.of);
  return type.type === 'date' || type.type === 'dto' || type.type === 'standard';
}

function arrayMaker(make: Maker | undefined): Maker {
  if (!make) return (value) => (Array.isArray(value) ? [...value] : value);
  return (value, path, issues) => {
    if (!Array.isArray(value)) return value;
    return collect(value.map((item: JsonValue, index) => make(item, `${path}/${index}`, issues)));
  };
}

function mapMaker(make: Maker | undefined, asMap: boolean): Maker {
  return (value, path, issues) => {
    if (!isObject(value)) return value;
    const keys = Object.keys(value);
    const made = keys.map((key) => {
      const inner = value[key] ?? null;
      return make ? make(inner, path + pointerStep(key), issues) : inner;
    });
    return chain(collect(made), (values) => {
      const entries = keys.map((key, index): [string, unknown] => [key, values[index]]);
      return asMap ? new Map(entries) : Object.fromEntries(entries);
    });
  };
}

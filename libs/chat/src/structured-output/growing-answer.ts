import { isObject } from '#core';
import type { JsonValue, StreamPart } from 'toolgate/model';
import type { AnswerWatch } from './ask-until-valid.js';
import type { GrowingJson } from './growing-json.js';
import { JsonFinder } from './json-finder.js';

// Each shown value is a copy, entry by entry: a wide answer is shown less often, so that the cost of all copies stays
// linear in its text.
const ENTRIES_FOR_EACH_CHARACTER = 16;

/** Shows the value of an answer while it is written; each attempt starts again. */
export class GrowingAnswer implements AnswerWatch {
  private finder = new JsonFinder();
  private characters = 0;
  private shown?: { readonly json: GrowingJson; readonly changes: number };

  constructor(
    private readonly wrappedIn: string | undefined,
    private readonly show: (value: JsonValue) => void,
  ) {}

  begin(): void {
    this.finder = new JsonFinder();
  }

  see(part: StreamPart): void {
    if (part.type !== 'text-delta') return;
    this.finder.feed(part.delta);
    this.characters += part.delta.length;
    const json = this.finder.current();
    if (!json || (this.shown?.json === json && this.shown.changes === json.changes)) return;
    if (this.characters * ENTRIES_FOR_EACH_CHARACTER < json.width()) return;
    this.characters = 0;
    this.shown = { json, changes: json.changes };
    const value = this.unwrapped(json.value());
    if (value !== undefined) this.show(value);
  }

  private unwrapped(value: JsonValue): JsonValue | undefined {
    if (this.wrappedIn === undefined) return isObject(value) ? value : undefined;
    return isObject(value) ? value[this.wrappedIn] : value;
  }
}

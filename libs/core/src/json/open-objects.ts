/** The number of objects up to which a linear search costs less than a set. */
const FEW = 16;

/** The deepest nesting at which an error shows the whole path of a value. */
const DEEPEST_PATH = 8;

/** The objects that contain the current position in a value, from the outermost to the innermost. */
export class OpenObjects {
  private first: object[] | undefined = undefined;
  private others: Set<object> | undefined = undefined;

  has(value: object): boolean {
    return this.first?.includes(value) === true || this.others?.has(value) === true;
  }

  open(value: object): void {
    // An array literal reserves no room for further elements.
    if (!this.first) this.first = [value];
    else if (this.first.length < FEW) this.first.push(value);
    else (this.others ??= new Set()).add(value);
  }

  /** Returns the keys that lead to the innermost; undefined for a deep value, or if an object was converted on the way. */
  path(): readonly string[] | undefined {
    const open = this.first ?? [];
    if (open.length > DEEPEST_PATH) return undefined;
    const keys = open.slice(1).map((inner, index) => keyOf(open[index], inner));
    return keys.every((key) => key !== undefined) ? keys : undefined;
  }

  /** Removes the innermost object. */
  close(value: object): void {
    if (this.others?.delete(value) !== true) this.first?.pop();
  }
}

const keyOf = (outer: object = {}, inner: object): string | undefined =>
  Object.entries(outer).find(([, value]) => value === inner)?.[0];

/** How many objects are searched one by one: a set costs more below it. */
const FEW = 16;

/** The objects around a place in a value, from the outermost to the innermost. */
export class OpenObjects {
  private first: object[] | undefined = undefined;
  private others: Set<object> | undefined = undefined;

  has(value: object): boolean {
    return this.first?.includes(value) === true || this.others?.has(value) === true;
  }

  open(value: object): void {
    // An array that is written whole takes no room for more.
    if (!this.first) this.first = [value];
    else if (this.first.length < FEW) this.first.push(value);
    else (this.others ??= new Set()).add(value);
  }

  /** Closes the innermost. */
  close(value: object): void {
    if (this.others?.delete(value) !== true) this.first?.pop();
  }
}

/** The number of objects up to which a linear search costs less than a set. */
const FEW = 16;

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

  /** Removes the innermost object. */
  close(value: object): void {
    if (this.others?.delete(value) !== true) this.first?.pop();
  }
}

/** Returns an object and its prototypes, without those that every object has. */
export function prototypeChain(start: object): object[] {
  const chain: object[] = [];
  for (
    let target: object | null = start;
    target && target !== Object.prototype && target !== Function.prototype;
    target = Object.getPrototypeOf(target)
  ) {
    chain.push(target);
  }
  return chain;
}

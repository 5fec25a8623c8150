/** A random id of 128 bits. Unlike `crypto.randomUUID`, it can also be made on a page that was loaded without TLS. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

import { createHash, randomBytes } from 'node:crypto';

/** A shorter secret is refused, because it could be guessed from its hash. */
export const SHORTEST_SECRET = 32;

const SECRET_BYTES = 32;

/** Returns a new secret for an application, and the hash of it for the option `applications`. */
export const newApplicationSecret = (): { readonly secret: string; readonly secretHash: string } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, secretHash: hashOfSecret(secret).toString('hex') };
};

/** Returns the SHA-256 of a secret. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ShopUser } from '../front-door/shop.js';
import { users } from '../front-door/shop.js';

/** The accounts of the shop. An application stores a hash of each password. */
@Injectable()
export class Accounts {
  async verify(name: string, password: string): Promise<ShopUser | undefined> {
    const [given, expected] = [password, `password of ${name}`].map((text) => Buffer.from(text));
    if (given!.length !== expected!.length || !timingSafeEqual(given!, expected!)) return undefined;
    return users[name];
  }
}

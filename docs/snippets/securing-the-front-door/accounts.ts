import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ShopUser } from '../front-door/shop.js';
import { users } from '../front-door/shop.js';

/** The accounts of the shop, as they are now. An application stores a hash of each password. */
@Injectable()
export class Accounts {
  readonly present = new Map<string, ShopUser>(Object.entries(users));

  async verify(name: string, password: string): Promise<ShopUser | undefined> {
    const [given, expected] = [password, `password of ${name}`].map((text) => Buffer.from(text));
    if (given!.length !== expected!.length || !timingSafeEqual(given!, expected!)) return undefined;
    return this.present.get(name);
  }

  async find(id: string, shop: string): Promise<ShopUser | undefined> {
    const user = this.present.get(id);
    return user?.shop === shop ? user : undefined;
  }

  async inShop(shop: string): Promise<readonly ShopUser[]> {
    return [...this.present.values()].filter((user) => user.shop === shop);
  }
}

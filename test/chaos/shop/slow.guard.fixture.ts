import { type CanActivate, Injectable } from '@nestjs/common';
import { ShopPlace } from './shop-place.fixture.js';

const MOST_MS = 25;
const STOPS = 0.15;

/** Allows every call after a pause: between the record of a start and the body there is time to be stopped. */
@Injectable()
export class SlowGuard implements CanActivate {
  constructor(private readonly place: ShopPlace) {}

  async canActivate(): Promise<boolean> {
    await this.place.pause(MOST_MS, STOPS);
    return true;
  }
}

import type { INestApplicationContext } from '@nestjs/common';
import type { ShopPlace } from './shop-place.fixture.js';

/** One action of a person in a process of the shop. */
export type Act = (app: INestApplicationContext, place: ShopPlace) => Promise<void>;

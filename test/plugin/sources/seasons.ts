import { Injectable } from '@nestjs/common';
import { Tool } from 'toolgate';

enum Season {
  Summer = 'summer',
  Winter = 'winter',
}

enum Stars {
  None = 0,
  Five = 5,
}

@Injectable()
export class Seasons {
  @Tool({ requiresApproval: false })
  rooms(season: Season = Season.Winter, stars: Stars = Stars['Five']) {
    return [season, stars];
  }
}

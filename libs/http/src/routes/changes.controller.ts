import { Get, Res, UseFilters } from '@nestjs/common';
import { ChangeStreams } from '../changes/change-streams.js';
import { Door } from '../exchange/door.js';
import { ProblemFilter } from '../exchange/problem.filter.js';

/** Streams changes as server-sent events. It precedes the controller of one approval, whose paths begin with an id. */
@UseFilters(ProblemFilter)
export class ChangesController {
  constructor(
    private readonly door: Door,
    private readonly streams: ChangeStreams,
  ) {}

  @Get('changes')
  async changes(@Res() response: object): Promise<void> {
    await this.streams.open(response, await this.door.open(response, {}));
  }
}

import { Injectable } from '@nestjs/common';
import { Advise, Advisor, type AdvisorChain, type ChatClientRequest } from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';

/** Runs the tool loop twice in one turn, and uses the second answer. */
@Injectable()
@Advise()
export class AsksAgain extends Advisor {
  override readonly order = HIGHEST_PRECEDENCE;

  async *advise(request: ChatClientRequest, chain: AdvisorChain) {
    if (!request.resumed) yield* chain.next(request);
    return yield* chain.next(request);
  }
}

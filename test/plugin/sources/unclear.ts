import { Injectable, ParseIntPipe } from '@nestjs/common';
import { Tool, ToolParam } from 'toolgate';
import { Guest } from './stay.js';

enum Computed {
  One = 'one'.length,
  Two = 2,
}

interface Growing<T> {
  readonly next: Growing<T[]>;
}

interface Tree {
  readonly branches: readonly Tree[];
}

@Injectable()
export class Unclear {
  @Tool({ requiresApproval: false })
  byNumber(orderNumber: `A-${number}`) {
    return orderNumber;
  }

  @Tool({ requiresApproval: false })
  byRank(rank: Computed) {
    return rank;
  }

  @Tool({ requiresApproval: false })
  patch(guest: Partial<Guest>, tree: Tree, span: { from: Date }, anything: unknown) {
    return [guest, tree, span, anything];
  }

  @Tool({ requiresApproval: false })
  stated(@ToolParam({ type: String }) orderNumber: `A-${number}`) {
    return [orderNumber, ParseIntPipe.name];
  }

  @Tool({ requiresApproval: false })
  grow(this: Unclear, named: { __typename: string }, nested: Growing<string>) {
    return [named, nested];
  }
}

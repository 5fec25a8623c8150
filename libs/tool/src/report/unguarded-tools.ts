import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONTROLLER_WATERMARK } from '@nestjs/common/constants.js';
import { LineLogger } from 'toolgate/model';
import { ToolPipelines } from '../pipeline/tool-pipelines.js';
import { type RegisteredTool, ToolRegistry } from '../tool.registry.js';

/** Warns of tools on controllers whose routes global guards stand around, and the tools not. */
@Injectable()
export class UnguardedTools implements OnApplicationBootstrap {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly pipelines: ToolPipelines,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.pipelines.leavesGuardsOut() ? this.registry.all().filter(isOnController) : [];
    if (open.length === 0) return;
    new LineLogger('Toolgate').warn(
      `The application's global guards stand around the routes of its controllers and not around their tools: ${open.map(({ origin }) => origin).join(', ')}. Say forRoot({ toolCalling: { globalEnhancers: true } }) if they should.`,
    );
  }
}

const isOnController = ({ type }: RegisteredTool): boolean =>
  type !== undefined && Reflect.hasMetadata(CONTROLLER_WATERMARK, type);

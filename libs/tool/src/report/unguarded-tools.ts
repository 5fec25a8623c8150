import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONTROLLER_WATERMARK } from '@nestjs/common/constants.js';
import { LineLogger } from 'toolgate/model';
import { ToolPipelines } from '../pipeline/tool-pipelines.js';
import type { RegisteredTool } from '../registry/registered-tool.js';
import { ToolRegistry } from '../registry/tool.registry.js';

/** Warns about tools on controllers if global guards run for the routes but not for the tools. */
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
      `The application's global guards run for the routes of its controllers but not for their tools: ${open.map(({ origin }) => origin).join(', ')}. Set forRoot({ toolCalling: { globalEnhancers: true } }) to run them for tools too.`,
    );
  }
}

const isOnController = ({ type }: RegisteredTool): boolean =>
  type !== undefined && Reflect.hasMetadata(CONTROLLER_WATERMARK, type);

import { Controller, Get } from '@nestjs/common';
import { type ToolDescription, ToolRegistry } from 'toolgate/tool';

/** Shows whoever runs the demo which tools there are, and who decides over each. */
@Controller('tools')
export class ToolsController {
  constructor(private readonly tools: ToolRegistry) {}

  @Get()
  all(): readonly ToolDescription[] {
    return this.tools.describe();
  }
}

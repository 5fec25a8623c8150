import { ToolVisibility } from '../contract/tool-visibility.js';

/** Shows every tool. */
export class EverythingVisible extends ToolVisibility {
  isVisible(): boolean {
    return true;
  }
}

import { ToolVisibility } from '../tool-visibility.js';

/** Shows every tool. */
export class EverythingVisible extends ToolVisibility {
  isVisible(): boolean {
    return true;
  }
}

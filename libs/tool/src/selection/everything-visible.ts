import { ToolVisibility } from '../tool-visibility.js';

/** Hides no tool. */
export class EverythingVisible extends ToolVisibility {
  isVisible(): boolean {
    return true;
  }
}

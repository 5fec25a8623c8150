import { ToolParam } from 'toolgate';

export class Guest {
  @ToolParam()
  name!: string;

  @ToolParam()
  age?: number;

  inWords(): string {
    return `${this.name}, ${this.age ?? 'of any age'}`;
  }
}

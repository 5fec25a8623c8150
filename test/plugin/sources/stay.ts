import { ToolParam } from 'toolgate';

export enum Room {
  Single = 'single',
  Double = 'double',
}

export enum Floor {
  Ground,
  First,
}

export const MEALS = ['none', 'breakfast', 'all'] as const;
export type Meal = (typeof MEALS)[number];

/** Where a guest can be reached. */
export interface Contact {
  /** With the country code. */
  phone: string;
  email?: string;
  languages: ('de' | 'en')[];
}

export class Guest {
  /** As in the passport. */
  @ToolParam()
  name!: string;

  @ToolParam()
  room?: Room;

  @ToolParam({ required: true })
  age?: number;

  /** Never of interest to the model. */
  note?: string;
}

export type Guests = Guest[];

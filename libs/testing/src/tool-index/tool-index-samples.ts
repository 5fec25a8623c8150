import type { ToolReference } from 'toolgate/tool-search';

/** Tools with almost no common words. */
export const SAMPLE_TOOLS: readonly ToolReference[] = [
  {
    name: 'getWeather',
    description: 'Reads the temperature outside',
    inputSchema: { type: 'object', properties: { city: { type: 'string', description: 'Name of a town' } } },
    tags: ['Outdoors', 'read'],
  },
  { name: 'sendInvoice', description: 'Bills somebody for an order', tags: ['money'] },
  { name: 'refundOrder', description: 'Pays money back', tags: ['money'] },
  {
    name: 'umbrella',
    description: 'Opens above a head as soon as the weather turns bad',
    tags: ['outdoors'],
  },
  { name: 'translate', description: 'Says a sentence in another language' },
];

/** Returns this number of tools that all mention `parcel`. */
export const parcelTools = (count: number): readonly ToolReference[] =>
  Array.from({ length: count }, (_, place) => ({ name: `parcel${place}`, description: 'Looks after a parcel' }));

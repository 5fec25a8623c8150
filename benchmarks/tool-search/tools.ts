import { type MeasuredTool, readTools } from './read-tools.js';
import { access } from './tools/access.js';
import { catalogue } from './tools/catalogue.js';
import { content } from './tools/content.js';
import { customers } from './tools/customers.js';
import { data } from './tools/data.js';
import { delivery } from './tools/delivery.js';
import { field } from './tools/field.js';
import { finance } from './tools/finance.js';
import { legal } from './tools/legal.js';
import { logistics } from './tools/logistics.js';
import { marketing } from './tools/marketing.js';
import { office } from './tools/office.js';
import { operations } from './tools/operations.js';
import { orders } from './tools/orders.js';
import { payments } from './tools/payments.js';
import { people } from './tools/people.js';
import { purchasing } from './tools/purchasing.js';
import { support } from './tools/support.js';
import { world } from './tools/world.js';

/** The tools of a company's systems, with many that are similar. */
export const tools: readonly MeasuredTool[] = [
  access,
  catalogue,
  content,
  customers,
  data,
  delivery,
  field,
  finance,
  legal,
  logistics,
  marketing,
  office,
  operations,
  orders,
  payments,
  people,
  purchasing,
  support,
  world,
].flatMap(readTools);

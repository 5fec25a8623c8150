import { describe, expect, it } from '@jest/globals';
import { labelOf } from './field-labels.js';

describe('the label of a name', () => {
  it.each([
    ['orderNumber', 'Order number'],
    ['customer_id', 'Customer ID'],
    ['HTMLBody', 'HTML body'],
    ['sendEmail', 'Send email'],
    ['customerIBAN', 'Customer IBAN'],
    ['line2', 'Line2'],
    ['straße', 'Straße'],
    ['x', 'X'],
    ['__', '__'],
  ])('%s is %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});

import { describe, expect, it } from 'vitest';
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
    ['na\u200bme', 'na\u200bme'],
    ['<b>Approve</b>', '<b>Approve</b>'],
    ['github.create_issue', 'Github create issue'],
  ])('%s is %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});

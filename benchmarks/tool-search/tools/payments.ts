/** Payments, refunds, invoices and dunning. */
export const payments = `
# payments
capturePayment: Captures an authorised payment, in full or in part.
  paymentId: The authorised payment.
  amount? number: Amount to capture; everything if left out.
authorizePayment: Reserves an amount on a customer's card without charging it.
  orderId: The order to be paid.
  paymentMethodId: Card or account to use.
  amount number: Amount to reserve.
voidPayment: Releases an authorisation that has not been captured.
  paymentId: The authorised payment.
getPayment: Returns a payment with its status, method, fees and processor reference.
  paymentId: The payment.
listPayments: Lists incoming payments of a customer or a period.
  customerId?: Only payments by this customer.
  from? date: First day.
  to? date: Last day.
createPaymentLink: Creates a link with which a customer can pay an amount by card or bank transfer.
  amount number: Amount due.
  currency: ISO code, such as EUR.
  description: Text that the payer sees.
  expiresAt? datetime: When the link stops working.
retryPayment: Tries a failed charge once more with the same or another payment method.
  paymentId: The payment that failed.
  paymentMethodId?: Another method to use.
listPaymentMethods: Lists the cards and accounts a customer has stored.
  customerId: The customer.
detachPaymentMethod: Deletes a stored card or bank account of a customer.
  paymentMethodId: The method to delete.
listFailedPayments: Lists charges that were declined, with the reason the bank gave.
  since? date: First day to look at.
  reason?: Decline code, such as insufficient_funds.
listChargebacks: Lists disputes that card holders have opened with their banks.
  status? needs_response|under_review|won|lost: State of the dispute.
contestChargeback: Submits evidence against a disputed card payment before the deadline.
  chargebackId: The dispute.
  evidence: What proves that the payment was legitimate.
  fileIds? array: Documents that support it.
acceptChargeback: Gives in to a dispute; the card holder keeps the money.
  chargebackId: The dispute.
reconcile_payouts: Matches the payouts of the payment processor with the bank statement of a day.
  date date: Day of the payout.
  processor? stripe|adyen|paypal: Only this processor.
transferBetweenWallets: Moves prepaid credit from one customer wallet to another.
  fromWalletId: Wallet to debit.
  toWalletId: Wallet to credit.
  amount number: Amount to move.
issueGiftCard: Creates a gift card with a balance and e-mails its code to the recipient.
  amount number: Opening balance.
  recipientEmail: Who gets the code.
getGiftCardBalance: Tells how much is left on a gift card.
  code: The code printed on the card.

# payments, refunds
refundOrder: Refunds an order, in full or in part, to the payment method it was paid with.
  orderId: The order to refund.
  amount? number: Amount to return; everything if left out.
  reason: Why it is refunded.
refundShipping: Pays back only the shipping fee of an order, for instance after a late delivery.
  orderId: The order whose fee is returned.
refundOrderLine: Refunds single articles of an order and leaves the rest untouched.
  orderId: The order.
  lineNumber integer: Position of the article.
  quantity? integer: How many pieces.
refundSubscription: Returns the unused share of a subscription fee.
  subscriptionId: The subscription.
  until? date: Day up to which it counts as used.
getRefund: Shows the state of one refund and when it reaches the customer's account.
  refundId: The refund.
listRefunds: Lists refunds by status, period or employee who issued them.
  status? requested|approved|paid|failed: State of the refund.
  from? date: First day.
  issuedBy?: Employee who issued it.
approveRefund: Approves a requested refund that is above the limit of the agent.
  refundId: The refund waiting for approval.
  comment?: Remark for the audit trail.
denyRefund: Turns down a requested refund and tells the customer why.
  refundId: The refund.
  reason: Explanation to the customer.
getRefundPolicy: Returns the refund rules that apply to an article in a country.
  sku: Article number.
  country: ISO code of the country.
grantStoreCredit: Credits an amount to a customer's balance as goodwill, to be spent on later purchases.
  customerId: The customer.
  amount number: Amount to credit.
  expiresAt? date: Last day on which it can be used.

# invoices
createInvoice: Creates a draft invoice for an order or for free lines.
  customerId: Who is invoiced.
  orderId?: Order to take the lines from.
  dueInDays? integer: Payment term.
finalizeInvoice: Locks a draft invoice, gives it its number and makes it payable.
  invoiceId: The draft.
sendInvoice: E-mails an invoice as PDF to the billing contact of the customer.
  invoiceId: The invoice.
  cc? array: More recipients.
getInvoice: Returns an invoice with its lines, tax and open balance.
  invoiceId: The invoice.
listInvoices: Lists invoices by customer, status or due date.
  customerId?: Only invoices to this customer.
  status? draft|open|paid|overdue|void: State of the invoice.
  dueBefore? date: Only invoices due before this day.
voidInvoice: Cancels an invoice that was issued by mistake and keeps its number on record.
  invoiceId: The invoice.
  reason: Why it is cancelled.
downloadInvoicePdf: Returns a short-lived link to the PDF of an invoice.
  invoiceId: The invoice.
createCreditNote: Issues a credit note that corrects an invoice already sent.
  invoiceId: The invoice to correct.
  lines array: What is credited.
recordInvoicePayment: Marks an invoice as paid by a transfer received outside the system.
  invoiceId: The invoice.
  amount number: Amount received.
  receivedOn date: Value date.
writeOffInvoice: Writes an uncollectable invoice off as bad debt.
  invoiceId: The invoice.
  approvedBy: Who has approved the loss.
listOverdueInvoices: Lists unpaid invoices past their due date, by age.
  minimumDaysLate? integer: Only those at least this late.
sendPaymentReminder: Sends the next dunning letter for an overdue invoice.
  invoiceId: The invoice.
  level? first|second|final: Tone of the letter; the next one if left out.
create_payment_plan: Agrees on instalments for an amount that a customer cannot pay at once.
  customerId: The customer.
  invoiceIds array: Invoices that are covered.
  instalments integer: Number of monthly payments.
`;

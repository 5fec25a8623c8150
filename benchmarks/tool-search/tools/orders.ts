/** Orders, returns, carts and subscriptions. */
export const orders = `
# orders
getOrder: Returns one order with its lines, addresses, totals and current status.
  orderId: Number of the order, such as SO-10042.
  includeHistory? boolean: Also return every change of status with its time.
searchOrders: Finds orders by customer, status or period. Results are paged and sorted by date, newest first.
  customerId?: Only orders of this customer.
  status? open|paid|shipped|delivered|cancelled: Only orders in this status.
  placedAfter? date: Only orders placed on or after this day.
  placedBefore? date: Only orders placed before this day.
  page? integer: Page of the results, starting at 1.
createOrder: Places a new order for an existing customer.
  customerId: The customer who buys.
  lines array: The articles and quantities.
  shippingAddressId?: Address from the customer's address book; the main one if left out.
  note?: Free text printed on the delivery note.
cancelOrder: Cancels an order that has not been shipped yet and releases its reserved stock.
  orderId: The order to cancel.
  reason: Why it is cancelled, shown to the customer.
updateOrderAddress: Changes where an order is delivered, as long as it has not left the warehouse.
  orderId: The order to change.
  addressId: The new delivery address.
addOrderLine: Adds an article to an open order and recalculates its total.
  orderId: The order to extend.
  sku: Article number.
  quantity integer: How many pieces.
removeOrderLine: Takes a line off an open order.
  orderId: The order to change.
  lineNumber integer: Position of the line, starting at 1.
holdOrder: Puts an order on hold so that it is not picked, for instance while fraud is being checked.
  orderId: The order to stop.
  reason: Why it is held.
releaseOrder: Lifts the hold of an order and hands it back to fulfilment.
  orderId: The order to continue.
splitOrder: Splits an order into two so that available articles can go out first.
  orderId: The order to split.
  lineNumbers array: The lines that move to the new order.
mergeOrders: Combines several open orders of the same customer into a single one.
  orderIds array: The orders to combine.
getOrderTotals: Calculates net, discount, tax and gross amounts of an order without changing it.
  orderId: The order to calculate.
listOrderEvents: Lists the audit trail of an order: who changed what and when.
  orderId: The order to look into.
  since? datetime: Only events after this moment.
resendOrderConfirmation: Sends the confirmation e-mail of an order again.
  orderId: The order.
  email?: Another address than that of the customer.
tagOrder: Attaches a label to an order for reporting, such as "vip" or "trade-fair".
  orderId: The order to label.
  tag: The label.
duplicateOrder: Copies an earlier order into a new draft, with today's prices.
  orderId: The order to copy.
estimateDeliveryDate: Predicts when an order will arrive, based on stock, carrier and destination.
  orderId: The order to predict.
export_orders: Writes all orders of a period to a CSV file and returns a download link.
  from date: First day.
  to date: Last day.
  columns? array: Columns to write; all if left out.

# orders, returns
createReturn: Opens a return (RMA) for delivered articles and issues a return label.
  orderId: The order the articles belong to.
  lines array: Which articles come back and how many.
  reason damaged|wrong_item|not_as_described|changed_mind: Why they come back.
getReturn: Shows the state of a return and what has been received so far.
  returnId: Number of the return, such as RMA-311.
listReturns: Lists returns, optionally only those waiting for inspection.
  status? announced|received|inspected|closed: State of the return.
  warehouseId?: Only returns sent to this warehouse.
receiveReturn: Books returned articles into the warehouse and starts the inspection.
  returnId: The return that has arrived.
  condition new|opened|damaged: How the goods look.
rejectReturn: Declines a return after inspection and ships the goods back to the customer.
  returnId: The return to decline.
  explanation: What the customer is told.
exchangeItem: Sends a replacement for a returned article in another size or colour.
  returnId: The return that is exchanged.
  newSku: The article sent instead.
extendReturnWindow: Gives a customer more days to send an order back.
  orderId: The order concerned.
  days integer: How many more days.

# carts
getCart: Returns the current shopping cart of a visitor or customer.
  cartId: Identifier of the cart.
addToCart: Puts an article into a shopping cart.
  cartId: The cart.
  sku: Article number.
  quantity? integer: How many pieces, 1 if left out.
emptyCart: Removes everything from a shopping cart.
  cartId: The cart to empty.
applyCoupon: Redeems a voucher code on a cart and returns the new total.
  cartId: The cart.
  code: The code as the customer typed it.
listAbandonedCarts: Lists carts that were left without a purchase, with their value.
  olderThanHours? integer: Only carts untouched for this long.
  minimumValue? number: Only carts worth at least this much.

# subscriptions
getSubscription: Shows plan, price, renewal date and payment method of a subscription.
  subscriptionId: The subscription.
startSubscription: Starts a recurring plan for a customer, with a trial where the plan has one.
  customerId: Who subscribes.
  planId: The plan.
  startDate? date: First day; today if left out.
cancelSubscription: Ends a subscription, at once or at the end of the paid period.
  subscriptionId: The subscription to end.
  atPeriodEnd? boolean: Let it run until the paid period is over.
pauseSubscription: Suspends the billing and deliveries of a subscription for some time.
  subscriptionId: The subscription.
  resumeOn? date: Day on which it continues by itself.
resumeSubscription: Continues a subscription that was paused.
  subscriptionId: The subscription.
changeSubscriptionPlan: Moves a subscriber to another plan and prorates the difference.
  subscriptionId: The subscription.
  planId: The plan to move to.
  when? now|next_renewal: When the change takes effect.
listExpiringSubscriptions: Lists subscriptions whose term or card runs out soon.
  withinDays integer: How far to look ahead.
previewRenewal: Shows what the next renewal of a subscription would cost, without charging it.
  subscriptionId: The subscription.
`;

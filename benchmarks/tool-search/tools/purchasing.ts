/** Procurement, suppliers, travel and expenses. */
export const purchasing = `
# procurement
createPurchaseRequest: Asks for something to be bought, for approval by the cost centre.
  item: What is needed.
  estimatedCost number: About how much it costs.
  costCentre: Who pays.
approvePurchaseRequest: Approves that something is bought.
  requestId: The request.
rejectPurchaseRequest: Refuses that something is bought.
  requestId: The request.
  reason: Why.
createPurchaseOrder: Orders goods or services from a supplier.
  supplierId: The supplier.
  lines array: What and how many.
  deliverBy? date: When it is needed.
sendPurchaseOrder: Transmits a purchase order to the supplier.
  purchaseOrderId: The purchase order.
cancelPurchaseOrder: Withdraws a purchase order that the supplier has not confirmed.
  purchaseOrderId: The purchase order.
listPurchaseOrders: Lists purchase orders by supplier or state.
  supplierId?: Only of this supplier.
  status? draft|sent|confirmed|received: State.
requestQuotation: Asks several suppliers for an offer.
  item: What is wanted.
  supplierIds array: Who is asked.
  answerBy date: Until when.
compareQuotations: Puts the offers of suppliers side by side.
  requestId: The request for quotation.
matchSupplierInvoice: Compares a supplier's bill with purchase order and goods received.
  fileId: The bill.
  purchaseOrderId: The purchase order.
approveSupplierInvoice: Releases a supplier's bill for payment.
  supplierInvoiceId: The bill.
disputeSupplierInvoice: Objects to a supplier's bill and holds its payment.
  supplierInvoiceId: The bill.
  reason: What is wrong.

# suppliers
addSupplier: Registers a new supplier with bank and tax details.
  name: Name of the company.
  vatNumber: VAT number.
  iban: Bank account.
getSupplier: Returns the master data of a supplier with contacts and terms.
  supplierId: The supplier.
rateSupplier: Rates a supplier on quality, price and punctuality.
  supplierId: The supplier.
  quality integer: From 1 to 5.
  punctuality integer: From 1 to 5.
blockSupplier: Stops further purchases from a supplier.
  supplierId: The supplier.
  reason: Why.
findAlternativeSuppliers: Finds other suppliers for an article.
  sku: Article number.

# travel
searchFlights: Searches flight connections with prices.
  from: Airport of departure.
  to: Airport of arrival.
  date date: Day of departure.
  returnDate? date: Day of the way back.
bookFlight: Books a flight within the travel policy.
  offerId: The offer found.
  travellerId: Who flies.
cancelFlight: Cancels a booked flight and tells what is paid back.
  bookingId: The booking.
searchHotels: Searches hotels near a place within the travel policy.
  place: Town or address.
  checkIn date: First night.
  checkOut date: Day of departure.
bookHotel: Reserves a hotel room.
  offerId: The offer found.
  travellerId: Who stays.
bookTrainTicket: Buys a railway ticket.
  from: Station of departure.
  to: Station of arrival.
  departure datetime: When.
  travelClass? first|second: Class.
bookRentalCar: Reserves a rental car.
  pickupPlace: Where it is fetched.
  from datetime: Start.
  to datetime: End.
requestTripApproval: Asks a manager to agree to a business trip with its estimated cost.
  travellerId: Who travels.
  destination: Where to.
  estimatedCost number: About how much.
getVisaRequirements: Tells whether a traveller needs a visa.
  nationality: ISO code.
  destination: ISO code.

# expenses
submitExpense: Hands in a receipt for reimbursement.
  amount number: What was paid.
  currency: ISO code.
  category meal|transport|lodging|other: Kind of expense.
  receiptFileId: Picture of the receipt.
createExpenseReport: Collects the receipts of a trip in one report.
  tripId: The trip.
approveExpenseReport: Approves an expense report for reimbursement.
  reportId: The report.
rejectExpenseReport: Sends an expense report back with a remark.
  reportId: The report.
  comment: What is wrong.
calculatePerDiem: Calculates the daily allowance for a trip.
  country: ISO code.
  days integer: Length of the trip.
claimMileage: Claims kilometres driven with a private car.
  kilometres number: Distance.
  date date: The day.
  purpose: Why.
`;

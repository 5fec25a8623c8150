/** Shipping, carriers and the warehouse. */
export const logistics = `
# shipping
createShipment: Books a parcel with a carrier and returns its tracking number.
  orderId: The order that is shipped.
  carrier? dhl|ups|fedex|dpd: Carrier; the cheapest if left out.
  service? standard|express|overnight: How fast.
getShipment: Returns a shipment with its parcels, carrier and state.
  shipmentId: The shipment.
trackShipment: Returns the current location and the scan events of a parcel.
  trackingNumber: Number given by the carrier.
cancelShipment: Cancels a booked shipment before the carrier picks it up.
  shipmentId: The shipment.
printShippingLabel: Sends the label of a shipment to a label printer.
  shipmentId: The shipment.
  printerId: The printer.
getShippingRates: Compares the prices of all carriers for a parcel.
  fromPostcode: Where it starts.
  toPostcode: Where it goes.
  weightKg number: Weight of the parcel.
schedulePickup: Orders a carrier to collect parcels at a warehouse.
  warehouseId: Where to collect.
  carrier: Which carrier.
  date date: Day of the collection.
redirectParcel: Sends a parcel that is on its way to another address or a pickup point.
  trackingNumber: The parcel.
  addressId: New destination.
reportLostParcel: Files a claim with the carrier for a parcel that never arrived.
  trackingNumber: The missing parcel.
  declaredValue number: Value of the contents.
reportDamagedParcel: Files a claim for goods that were broken in transit.
  trackingNumber: The parcel.
  photoFileIds array: Pictures of the damage.
listDelayedShipments: Lists shipments that will miss their promised delivery date.
  carrier?: Only this carrier.
createCustomsDeclaration: Prepares the export papers for a shipment that leaves the customs union.
  shipmentId: The shipment.
  incoterm DAP|DDP|EXW: Terms of delivery.
getProofOfDelivery: Returns signature and time of a delivered parcel.
  trackingNumber: The parcel.
findPickupPoints: Finds parcel shops and lockers near an address.
  postcode: Where to look.
  radiusKm? number: How far away.
validateAddress: Checks a postal address and suggests corrections.
  street: Street and house number.
  postcode: Postcode.
  city: Town.
  country: ISO code.

# warehouse
getStockLevel: Tells how many pieces of an article are on hand, reserved and available.
  sku: Article number.
  warehouseId?: Only this warehouse; all together if left out.
adjustStock: Corrects the quantity of an article after a count, breakage or theft.
  sku: Article number.
  warehouseId: The warehouse.
  difference integer: Pieces more or less.
  reason count|breakage|theft|sample: Cause of the difference.
reserveStock: Sets pieces of an article aside for an order.
  sku: Article number.
  quantity integer: Number of pieces.
  orderId: The order.
releaseReservation: Frees pieces that had been set aside.
  reservationId: The reservation.
transferStock: Moves articles from one warehouse to another.
  sku: Article number.
  quantity integer: Number of pieces.
  fromWarehouseId: Where they are.
  toWarehouseId: Where they go.
listLowStock: Lists articles below their minimum quantity.
  warehouseId?: Only this warehouse.
  supplierId?: Only articles of this supplier.
startStockCount: Starts a cycle count in an aisle and blocks its bins.
  warehouseId: The warehouse.
  aisle: The aisle to count.
recordCount: Enters the counted quantity of a bin.
  countId: The running count.
  bin: Location code, such as A-04-12.
  quantity integer: Pieces found.
createPickList: Bundles open orders into a picking round with the shortest walk.
  warehouseId: The warehouse.
  maxOrders? integer: Orders at most.
confirmPick: Confirms that a line of a pick list has been taken from its bin.
  pickListId: The pick list.
  lineNumber integer: Position on the list.
packOrder: Records which box an order was packed into and its weight.
  orderId: The order.
  boxType: Size of the box.
  weightKg number: Weight.
findBinOfArticle: Tells in which bin an article lies.
  sku: Article number.
  warehouseId: The warehouse.
assignBin: Gives an article a fixed storage location.
  sku: Article number.
  bin: Location code.
receiveGoods: Books a delivery from a supplier against its purchase order.
  purchaseOrderId: The purchase order.
  lines array: Articles and quantities received.
  deliveryNote: Number of the delivery note.
quarantineBatch: Blocks a batch of articles from sale because of a quality problem.
  batchNumber: The batch.
  reason: What is wrong.
traceBatch: Shows where the pieces of a batch came from and to which customers they went.
  batchNumber: The batch.
listExpiringBatches: Lists perishable batches by best-before date.
  withinDays integer: How far to look ahead.
forecastDemand: Predicts the sales of an article for the coming weeks.
  sku: Article number.
  weeks? integer: How many weeks, 4 if left out.
getWarehouseUtilization: Tells how full each zone of a warehouse is.
  warehouseId: The warehouse.
`;

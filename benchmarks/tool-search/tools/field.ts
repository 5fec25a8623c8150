/** Sensors, vehicles, maintenance and buildings. */
export const field = `
# iot
getSensorReading: Returns the latest value of a sensor.
  sensorId: The sensor.
getSensorHistory: Returns the values of a sensor over time.
  sensorId: The sensor.
  from datetime: Start.
  to datetime: End.
listDevices: Lists connected devices by site, kind or whether they are online.
  site?: Only at this site.
  online? boolean: Only those that are, or are not.
sendDeviceCommand: Sends a command to a connected device.
  deviceId: The device.
  command: Such as reboot.
updateFirmware: Installs new firmware on connected devices in groups.
  deviceIds array: The devices.
  version: The firmware.
setThermostat: Sets the temperature of a room.
  roomId: The room.
  celsius number: Target temperature.
setThresholdAlarm: Raises an alarm when a sensor leaves a range.
  sensorId: The sensor.
  minimum? number: Lower bound.
  maximum? number: Upper bound.
provisionDevice: Connects a new device to the platform.
  serialNumber: Serial number.
  site: Where it is.

# fleet
listVehicles: Lists company vehicles with driver, mileage and state.
  depot?: Only of this depot.
locateVehicle: Returns the current position of a vehicle.
  vehicleId: The vehicle.
assignDriver: Assigns a driver to a vehicle.
  vehicleId: The vehicle.
  driverId: The driver.
planRoute: Finds the best order of stops for a delivery van.
  vehicleId: The van.
  stops array: Addresses.
logFuelPurchase: Records that a vehicle was refuelled or charged.
  vehicleId: The vehicle.
  quantity number: Litres or kilowatt-hours.
  cost number: What was paid.
bookPoolCar: Reserves a company car for a trip.
  from datetime: Start.
  to datetime: End.
checkDriverLicense: Checks that the licence of a driver is valid.
  driverId: The driver.
listTrafficFines: Lists speeding and parking tickets of company vehicles.
  vehicleId?: Only of this vehicle.
reportVehicleAccident: Reports a collision to the insurer.
  vehicleId: The vehicle.
  description: What happened.
  photoFileIds? array: Pictures.

# maintenance
createWorkOrder: Orders a repair or service of a machine.
  machineId: The machine.
  problem: What is wrong.
  urgency? low|high|stopped: How pressing it is.
assignTechnician: Gives a work order to a technician.
  workOrderId: The work order.
  technicianId: The technician.
completeWorkOrder: Closes a work order with hours and parts used.
  workOrderId: The work order.
  hours number: Hours.
  parts? array: Parts used.
scheduleMaintenance: Plans regular maintenance of a machine.
  machineId: The machine.
  everyDays integer: Interval.
getMachineHistory: Lists faults and repairs of a machine.
  machineId: The machine.
predictFailure: Estimates when a machine will break down, from its sensor data.
  machineId: The machine.
orderSparePart: Orders a spare part for a machine.
  machineId: The machine.
  partNumber: The part.

# facilities
bookMeetingRoom: Books a meeting room for a time.
  roomId: The room.
  start datetime: Beginning.
  durationMinutes integer: Length.
findMeetingRoom: Finds an available meeting room with enough seats and equipment.
  seats integer: How many people.
  start datetime: Beginning.
  equipment? array: Such as projector.
bookDesk: Reserves a desk in the office for a day.
  date date: The day.
  floor?: Where.
registerVisitor: Announces a guest at the reception and prints a badge.
  name: The guest.
  hostId: Who is visited.
  arrivesAt datetime: When.
reportFacilityIssue: Reports a defect in the building, such as a broken lamp or a leak.
  location: Where.
  description: What is wrong.
orderCatering: Orders food and drinks for a meeting.
  roomId: Where.
  people integer: For how many.
  diet? array: Such as vegetarian.
grantDoorAccess: Lets a badge open a door.
  badgeId: The badge.
  doorId: The door.
  until? date: Last day.
unlockDoor: Opens a door remotely once.
  doorId: The door.
getEnergyConsumption: Returns electricity and heating use of a building.
  buildingId: The building.
  month: The month.
reserveParkingSpace: Reserves a parking space for an employee or guest.
  date date: The day.
  licensePlate: The car.
`;

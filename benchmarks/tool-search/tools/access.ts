/** IT assets, the service desk, identity and access. */
export const access = `
# it assets
listAssets: Lists laptops, phones and other equipment by owner, model or state.
  ownerId?: Who has it.
  model?: Model.
  state? in_use|in_stock|in_repair|retired: State.
assignAsset: Hands a device to an employee and records the receipt.
  assetTag: Number on the sticker.
  employeeId: Who gets it.
returnAsset: Takes a device back from an employee.
  assetTag: Number on the sticker.
retireAsset: Decommissions a device and certifies that its data are wiped.
  assetTag: Number on the sticker.
  method recycle|sell|donate|destroy: What happens to it.
requestHardware: Asks IT for a device, for approval by the manager.
  employeeId: Who needs it.
  item: Such as "27 inch monitor".
  justification?: What for.
wipeDevice: Erases a lost or stolen laptop or phone remotely.
  deviceId: The device.
locateDevice: Shows where a managed device was seen last.
  deviceId: The device.
lockDevice: Locks the screen of a managed device with a message.
  deviceId: The device.
  message: Shown on the screen.
installSoftware: Installs an application on a managed computer.
  deviceId: The computer.
  package: The application.
listSoftwareLicenses: Lists licences with seats bought, used and expiry.
  vendor?: Only of this vendor.
reclaimUnusedLicenses: Frees the seats of people who have not used an application for a while.
  product: The application.
  idleDays integer: How long unused.
getWarrantyStatus: Tells until when a device is under warranty.
  serialNumber: Serial number.
listUnpatchedDevices: Lists computers that lack security updates.
  severity? critical|high|medium: How serious the missing updates are.
openPrinterIssue: Reports a printer that does not work to the service desk.
  printerId: The printer.
  symptom: What happens.

# identity
createUser: Creates an account in the company directory.
  username: Login name.
  email: Address.
  displayName: Name shown to others.
deactivateUser: Disables an account in the company directory and ends its sessions.
  username: Login name.
reactivateUser: Enables a disabled account again.
  username: Login name.
resetPassword: Sets a temporary password for an employee's account.
  username: Login name.
  notifyBy? email|sms: How the person learns it.
unlockUser: Unlocks an account that was locked after too many wrong passwords.
  username: Login name.
resetMfa: Removes the second factor of an account, so that a new phone can be enrolled.
  username: Login name.
  verifiedBy: How the identity was verified.
listUserSessions: Lists where an account is signed in at the moment.
  username: Login name.
revokeSessions: Signs an account out everywhere.
  username: Login name.
addUserToGroup: Makes an account a member of a security group.
  username: Login name.
  group: The group.
  expiresAt? datetime: When the membership ends by itself.
removeUserFromGroup: Takes an account out of a security group.
  username: Login name.
  group: The group.
listGroupMembers: Lists the members of a security group.
  group: The group.
grantRole: Gives a user a role in an application.
  username: Login name.
  application: The application.
  role: The role.
revokeRole: Takes a role in an application away from a user.
  username: Login name.
  application: The application.
  role: The role.
listPermissions: Explains what a user may do in an application, and through which groups.
  username: Login name.
  application: The application.
requestAccess: Asks the owner of an application for access.
  application: The application.
  justification: What it is needed for.
approveAccessRequest: Grants an access request as the owner of the application.
  requestId: The request.
startAccessReview: Asks managers to confirm the rights of their people.
  application: The application.
  dueOn date: Until when.
create_api_key: Creates a key for programmatic access with limited scopes.
  name: What it is used for.
  scopes array: What it may do.
  expiresInDays? integer: Lifetime.
rotate_api_key: Replaces a key by a new one and lets the old one live for a day.
  keyId: The key.
revoke_api_key: Makes a key useless at once.
  keyId: The key.
rotateSecret: Generates a new value for a secret in the vault and restarts what uses it.
  path: Path in the vault.
readSecret: Reads a secret from the vault; every read is audited.
  path: Path in the vault.
issueVpnProfile: Creates a VPN configuration for an employee's device.
  username: Login name.
  deviceId: The device.
`;

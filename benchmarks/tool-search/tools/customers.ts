/** Customers, their accounts and the CRM. */
export const customers = `
# customers
getCustomer: Returns the master data of a customer: names, contacts, group and status.
  customerId: The customer.
findCustomer: Looks a customer up by e-mail, phone, name or tax number.
  text: What is known of the customer.
createCustomer: Registers a new customer.
  name: Name of the person or company.
  email: Main address.
  country: ISO code.
updateCustomer: Changes contact details or preferences of a customer.
  customerId: The customer.
  changes object: Fields to change.
mergeCustomers: Merges two records of the same customer; orders and tickets move to the first.
  keepId: Record that stays.
  mergeId: Record that goes.
addCustomerAddress: Adds an address to the address book of a customer.
  customerId: The customer.
  address object: Street, postcode, town and country.
blockCustomer: Stops a customer from ordering, because of fraud or unpaid bills.
  customerId: The customer.
  reason: Why.
unblockCustomer: Lets a blocked customer order again.
  customerId: The customer.
setCreditLimit: Sets up to which amount a customer may buy on account.
  customerId: The customer.
  limit number: Amount in the customer's currency.
getCustomerBalance: Returns what a customer owes and what credit is left.
  customerId: The customer.
getCustomerLifetimeValue: Calculates how much a customer has bought and is expected to buy.
  customerId: The customer.
predictChurn: Estimates how likely a customer is to leave, with the main causes.
  customerId: The customer.
addLoyaltyPoints: Adds bonus points to a customer's loyalty account.
  customerId: The customer.
  points integer: How many.
  reason: For what.
redeemLoyaltyPoints: Turns bonus points into a reward.
  customerId: The customer.
  rewardId: The reward.
getConsent: Tells which communication a customer has agreed to.
  customerId: The customer.
setConsent: Records that a customer agrees to a kind of communication, or withdraws.
  customerId: The customer.
  channel email|sms|phone|post: Kind of communication.
  granted boolean: Agrees or withdraws.

# customers, accounts
resetCustomerPassword: Sends a customer a link to choose a new shop password.
  customerId: The customer.
lockCustomerAccount: Locks the shop login of a customer after suspicious activity.
  customerId: The customer.
verifyCustomerEmail: Sends the e-mail with which a customer confirms the address.
  customerId: The customer.
changeLoginEmail: Changes the address a customer signs in with.
  customerId: The customer.
  newEmail: The new address.
closeCustomerAccount: Closes a shop account for good, after open orders are settled.
  customerId: The customer.
listLoginAttempts: Lists recent sign-ins to a shop account with place and device.
  customerId: The customer.
impersonateCustomer: Opens a support session in the shop as the customer sees it.
  customerId: The customer.
  ticketId: Ticket that justifies it.

# crm
createLead: Enters a new sales prospect with where it came from.
  company: Name of the company.
  contactName: Who to talk to.
  source? website|fair|referral|cold_call: Where it came from.
qualifyLead: Turns a prospect into an opportunity with an expected value.
  leadId: The prospect.
  value number: Expected revenue.
disqualifyLead: Closes a prospect that will not buy.
  leadId: The prospect.
  reason: Why not.
scoreLeads: Ranks open prospects by how likely they are to buy.
  ownerId?: Only those of this salesperson.
assignLead: Hands a prospect to a salesperson.
  leadId: The prospect.
  ownerId: The salesperson.
listOpportunities: Lists open deals by stage, owner or expected close.
  stage?: Stage of the pipeline.
  ownerId?: Salesperson.
updateOpportunityStage: Moves a deal to another stage of the pipeline.
  opportunityId: The deal.
  stage: The new stage.
closeOpportunityWon: Marks a deal as won and creates the customer's first order.
  opportunityId: The deal.
closeOpportunityLost: Marks a deal as lost to a competitor or for another reason.
  opportunityId: The deal.
  reason: Why it was lost.
createQuote: Writes an offer with prices and validity for a deal.
  opportunityId: The deal.
  lines array: Articles, quantities and prices.
  validUntil date: Last day of the offer.
sendQuote: Sends an offer to the customer for signature.
  quoteId: The offer.
logSalesCall: Records a conversation with a customer or prospect.
  contactId: Who was talked to.
  summary: What was said.
  followUpOn? date: When to call again.
listContacts: Lists the people known at a company, with their roles.
  companyId: The company.
getSalesPipeline: Sums the open deals of a team by stage and month.
  teamId: The team.
forecastSales: Predicts the revenue of a quarter from the open deals.
  quarter: Such as 2026-Q3.
assignTerritory: Gives a salesperson a region to look after.
  ownerId: The salesperson.
  region: The region.
`;

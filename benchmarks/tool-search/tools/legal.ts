/** Contracts, legal matters, compliance and data protection. */
export const legal = `
# contracts
createContract: Drafts a contract from a template for a customer, supplier or partner.
  templateId: The template.
  counterparty: With whom.
  values? object: Values for the placeholders.
getContract: Returns a contract with parties, term and obligations.
  contractId: The contract.
searchContracts: Finds contracts by party, clause or term.
  query: Words.
  expiresBefore? date: Only contracts that end before this day.
sendForSignature: Sends a contract to all parties for electronic signature.
  contractId: The contract.
  signers array: Names and e-mail addresses in order.
getSignatureStatus: Tells who has signed a contract and who has not.
  contractId: The contract.
amendContract: Drafts an amendment to a contract in force.
  contractId: The contract.
  changes: What is to change.
terminateContract: Gives notice of a contract within its notice period.
  contractId: The contract.
  reason?: Why.
renewContract: Extends a contract for another term.
  contractId: The contract.
  months integer: Length of the term.
listExpiringContracts: Lists contracts that end or renew by themselves soon.
  withinDays integer: How far to look ahead.
reviewClauses: Compares the clauses of a contract with our standards and marks risks.
  fileId: The contract.

# legal
openLegalCase: Opens a matter for the legal department.
  title: What it is about.
  description: Facts.
  opposingParty?: Who is on the other side.
assignCounsel: Engages an outside law firm for a matter.
  caseId: The matter.
  firm: The law firm.
placeLegalHold: Forbids the deletion of e-mails and files of people involved in a dispute.
  caseId: The matter.
  custodians array: Whose data are kept.
registerTrademark: Files a trade mark for registration.
  name: The mark.
  classes array: Nice classes.
  countries array: Where.
checkTrademarkConflict: Searches for earlier marks that resemble a name.
  name: The name.
draft_nda: Drafts a non-disclosure agreement.
  counterparty: With whom.
  mutual? boolean: Whether both sides are bound.

# compliance
screenSanctions: Checks a person or company against sanctions lists.
  name: The name.
  country?: ISO code.
startKycCheck: Verifies the identity of a new business customer and its owners.
  customerId: The customer.
reportSuspiciousTransaction: Files a money laundering report with the authority.
  paymentId: The transaction.
  grounds: What is suspicious.
recordGift: Enters a gift or invitation received from a business partner in the register.
  from: Who gave it.
  value number: Its worth.
  description: What it is.
submitWhistleblowerReport: Files an anonymous report of misconduct.
  description: What happened.
listPolicies: Lists company policies and whether they were acknowledged.
  employeeId?: By this employee.
acknowledgePolicy: Confirms that an employee has read a policy.
  policyId: The policy.
  employeeId: The employee.
createAuditFinding: Records a weakness found in an audit, with owner and deadline.
  title: The weakness.
  ownerId: Who fixes it.
  dueOn date: Until when.
collectAuditEvidence: Gathers the proof for a control of an ISO or SOC audit.
  controlId: The control.

# privacy
exportPersonalData: Collects all data held about a person, for a subject access request.
  email: The person.
erasePersonalData: Deletes or anonymises all data of a person who asks to be forgotten.
  email: The person.
  caseId: The request.
reportDataBreach: Reports a leak of personal data to the data protection officer.
  description: What leaked.
  discoveredAt datetime: When it was noticed.
  affectedPeople? integer: How many.
listProcessingActivities: Returns the record of processing activities.
  department?: Only of this department.
`;

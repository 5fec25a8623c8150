/** Ledger, tax, budget and treasury. */
export const finance = `
# finance
postJournalEntry: Posts a manual entry to the general ledger.
  date date: Posting date.
  lines array: Accounts, debits and credits.
  text: Posting text.
reverseJournalEntry: Reverses a ledger entry posted by mistake.
  entryId: The entry.
getAccountBalance: Returns the balance of a ledger account on a day.
  account: Account number.
  asOf? date: The day; today if left out.
getTrialBalance: Lists the balances of all ledger accounts of a period.
  period: Such as 2026-06.
getProfitAndLoss: Returns income and expenses of a company for a period.
  companyId: The company.
  from date: First day.
  to date: Last day.
getBalanceSheet: Returns assets, liabilities and equity on a reporting date.
  companyId: The company.
  asOf date: The reporting date.
closePeriod: Closes an accounting month so that nothing more can be posted.
  period: The month.
reopenPeriod: Opens a closed accounting month again.
  period: The month.
  reason: Why.
depreciateAssets: Calculates and posts the depreciation of fixed assets for a month.
  period: The month.
accrueExpense: Posts an accrual for a cost whose bill has not arrived.
  account: Account number.
  amount number: Amount.
  period: The month.
importBankStatement: Imports the transactions of a bank account.
  accountId: The bank account.
  fileId: Statement in CAMT or MT940 format.
matchBankTransaction: Assigns a bank transaction to open items.
  transactionId: The transaction.
  itemIds array: The open items.
listUnmatchedTransactions: Lists bank transactions that nobody could assign.
  accountId?: Only of this bank account.

# tax
calculateVat: Calculates the value-added tax of an amount for country and kind of goods.
  amount number: Net amount.
  country: ISO code.
  category? standard|reduced|zero: Kind of goods.
fileVatReturn: Submits the VAT return of a month or quarter to the tax office.
  companyId: The company.
  period: The period.
validateVatNumber: Checks a VAT number in the European register.
  number: The number.
getTaxRate: Returns the tax rates of a country.
  country: ISO code.
prepareIntrastatReport: Prepares the statistics on trade within the European Union.
  period: The month.
uploadTaxAssessment: Files a tax assessment notice and compares it with the return.
  fileId: The notice.
  year integer: The year.

# budget
getBudget: Returns plan, actual and remaining budget of a cost centre.
  costCentre: The cost centre.
  year integer: The year.
setBudget: Sets the yearly plan of a cost centre.
  costCentre: The cost centre.
  year integer: The year.
  amount number: The amount.
transferBudget: Moves planned money between cost centres.
  from: Cost centre that gives.
  to: Cost centre that gets.
  amount number: The amount.
listBudgetOverruns: Lists cost centres that spend more than planned.
  year integer: The year.
forecastSpend: Projects the spending of a cost centre to the end of the year.
  costCentre: The cost centre.
allocateCosts: Distributes shared costs to departments by a key.
  account: Cost account.
  key headcount|area|revenue: How it is distributed.

# treasury
makeBankTransfer: Transfers money to a bank account, after a second person has confirmed.
  iban: Account of the payee.
  amount number: The amount.
  reference: Purpose.
createDirectDebit: Collects money from a customer's bank account under a mandate.
  mandateId: The mandate.
  amount number: The amount.
getCashPosition: Sums the balances of all bank accounts by currency.
  asOf? date: The day.
forecastCashFlow: Predicts incoming and outgoing money for the next weeks.
  weeks integer: How many weeks.
hedgeCurrency: Buys currency forward to fix an exchange rate.
  currency: ISO code.
  amount number: The amount.
  maturity date: When it is due.
convertCurrency: Converts an amount at today's or a past exchange rate.
  amount number: The amount.
  from: ISO code.
  to: ISO code.
  date? date: The day.
`;

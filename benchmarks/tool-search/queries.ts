/** The form of a query. */
export type QueryKind = 'words' | 'paraphrase' | 'short' | 'long' | 'pattern' | 'typo' | 'form';

/** A query of a model, and the tools of which any one is a right result. */
export interface Query {
  readonly kind: QueryKind;
  readonly text: string;
  readonly right: readonly string[];
}

const of =
  (kind: QueryKind) =>
  (text: string, ...right: readonly string[]): Query => ({ kind, text, right });

const [words, paraphrase, short] = [of('words'), of('paraphrase'), of('short')];
const [long, pattern, typo, form] = [of('long'), of('pattern'), of('typo'), of('form')];

/** Queries with known right tools. They were written before the indexes were measured. */
export const queries: readonly Query[] = [
  // In the words of the tool.
  words('refund an order', 'refundOrder'),
  words('track a parcel by its tracking number', 'trackShipment'),
  words('create a support ticket', 'createTicket'),
  words('send an e-mail', 'sendEmail'),
  words('get the stock level of an article', 'getStockLevel'),
  words('approve leave request', 'approveLeave'),
  words('roll back a deployment', 'rollbackDeployment'),
  words('list overdue invoices', 'listOverdueInvoices'),
  words('reset the second factor of an account', 'resetMfa'),
  words('book a meeting room', 'bookMeetingRoom'),
  words('convert an amount between currencies', 'convertCurrency'),
  words('A/B test results', 'getExperimentResults'),
  words('translate a document and keep its layout', 'translateDocument'),
  words('search logs of a service for errors', 'searchLogs'),

  // In other words.
  paraphrase('give the customer their money back', 'refundOrder'),
  paraphrase('pay back the delivery charge because the parcel was late', 'refundShipping'),
  paraphrase('where is my package', 'trackShipment'),
  paraphrase('the client wants to swap the shirt for a bigger size', 'exchangeItem'),
  paraphrase('turn off ads', 'pauseCampaign'),
  paraphrase('who is away next week in my team', 'listAbsences'),
  paraphrase('publish a vacancy', 'createJobPosting'),
  paraphrase('fire someone', 'terminateEmployment'),
  paraphrase('give someone a raise', 'changeSalary'),
  paraphrase('laptop was stolen, erase it', 'wipeDevice'),
  paraphrase("colleague can't log in, too many wrong attempts", 'unlockUser'),
  paraphrase('new phone, authenticator app lost', 'resetMfa'),
  paraphrase('go back to the previous release in production', 'rollbackDeployment'),
  paraphrase('website is down, tell the public', 'postStatusUpdate'),
  paraphrase('wake up the engineer on duty', 'pageOnCall'),
  paraphrase('bill the client', 'createInvoice'),
  paraphrase('customer cannot pay at once, wants to pay in monthly rates', 'create_payment_plan'),
  paraphrase('the right to be forgotten', 'erasePersonalData'),
  paraphrase('is this person on an embargo list', 'screenSanctions'),
  paraphrase('how many vacation days do I have left', 'getLeaveBalance'),
  paraphrase('call in sick', 'reportSickness'),
  paraphrase('order lunch for the workshop', 'orderCatering'),
  paraphrase('what will it be like outside tomorrow', 'getWeatherForecast'),
  paraphrase('turn up the heating in the office', 'setThermostat'),
  paraphrase('read the words on a photo of a receipt', 'extractText', 'extractInvoiceData'),
  paraphrase('find a moment when all of us have time', 'findFreeSlot'),
  paraphrase('block an attacker', 'blockIpAddress'),
  paraphrase('wire money to a vendor', 'makeBankTransfer'),
  paraphrase('stop a customer from being charged every month', 'cancelSubscription', 'pauseSubscription'),
  paraphrase('make the article cheaper for the summer', 'createDiscount', 'setPrice'),
  paraphrase('product nobody should buy any more', 'discontinueProduct'),
  paraphrase('have a courier fetch goods at our depot', 'schedulePickup'),
  paraphrase('which tests are unreliable', 'listFlakyTests'),
  paraphrase('who broke this line of code', 'blameLine'),

  // In one word.
  short('refund', 'refundOrder', 'refundShipping', 'refundOrderLine', 'refundSubscription'),
  short('payslip', 'getPayslip'),
  short('weather', 'getCurrentWeather', 'getWeatherForecast'),
  short('MFA', 'resetMfa'),
  short('VAT', 'calculateVat', 'fileVatReturn', 'validateVatNumber'),
  short('SMS', 'sendSms'),
  short('churn', 'predictChurn'),
  short('NDA', 'draft_nda'),
  short('dns', 'updateDnsRecord'),
  short('OCR', 'extractText'),
  short('calendar', 'listEvents', 'createEvent', 'shareCalendar'),
  short('on-call', 'getOnCall', 'overrideOnCall', 'pageOnCall'),

  // In whole sentences.
  long(
    'The customer says that order SO-10042 arrived with a broken cup. Please return only the money for that one article, not for the whole order.',
    'refundOrderLine',
  ),
  long(
    'I need a tool that lets me look up whether an employee has already used up their holidays for this year before I grant another request',
    'getLeaveBalance',
  ),
  long(
    'Find out which invoices of the customer have not been paid although the due date has passed, so that I can remind them',
    'listOverdueInvoices',
  ),
  long(
    'We are moving the weekly planning meeting from Tuesday to Wednesday, everybody who was invited should be told',
    'rescheduleEvent',
  ),
  long(
    'An alert keeps paging us during the planned database upgrade tonight, it should be quiet for two hours',
    'silenceAlert',
  ),
  long('Compare the offers that the three suppliers have sent us for new office chairs', 'compareQuotations'),
  long(
    'Somebody in accounting posted a ledger entry to the wrong account yesterday and it has to be undone',
    'reverseJournalEntry',
  ),
  long(
    'Check whether the machine in hall 3 is likely to break down soon from the data of its sensors',
    'predictFailure',
  ),

  // As regular expressions.
  pattern('refund.*order', 'refundOrder', 'refundOrderLine'),
  pattern('^list.*refunds?$', 'listRefunds'),
  pattern('cancel(Order|Subscription)', 'cancelOrder', 'cancelSubscription'),
  pattern('(create|open).*ticket', 'createTicket'),
  pattern('invoice.*(pdf|download)', 'downloadInvoicePdf'),
  pattern('deploy|rollout', 'deployService'),
  pattern('get.*weather', 'getCurrentWeather', 'getWeatherForecast'),
  pattern('\\bvpn\\b', 'issueVpnProfile'),
  pattern('feature[_ ]?flag.*(on|off)', 'toggleFeatureFlag'),
  pattern('stock.*(level|quantity)', 'getStockLevel'),

  // With typing errors.
  typo('refnd order', 'refundOrder'),
  typo('wether forecast', 'getWeatherForecast'),
  typo('calender appointment create', 'createEvent'),
  typo('recieve goods', 'receiveGoods'),
  typo('pasword reset employee', 'resetPassword'),
  typo('send newsleter', 'sendNewsletter'),
  typo('invoce overdue', 'listOverdueInvoices'),
  typo('trak shipment', 'trackShipment'),
  typo('subscribtion cancel', 'cancelSubscription'),
  typo('tranlsate text', 'translateText'),

  // In other forms of the words.
  form('refunded orders', 'refundOrder', 'listRefunds'),
  form('cancelling an order', 'cancelOrder'),
  form('translation of texts', 'translateText'),
  form('paused subscriptions', 'pauseSubscription'),
  form('approving expenses', 'approveExpenseReport'),
  form('merged duplicates of tickets', 'mergeTickets'),
  form('rotating api keys', 'rotate_api_key'),
  form('shipments that are delayed', 'listDelayedShipments'),
  form('rejecting applicants', 'rejectCandidate'),
  form('deployed versions', 'listDeployments'),
  form('scheduling interviews', 'scheduleInterview'),
];

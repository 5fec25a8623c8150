/** Support tickets, live chat, telephony and the help center. */
export const support = `
# support
createTicket: Opens a support ticket on behalf of a customer.
  customerId: Who has the problem.
  subject: The problem in one line.
  body: The problem in full.
  priority? low|normal|high|urgent: How pressing it is.
getTicket: Returns a ticket with its whole conversation.
  ticketId: The ticket.
searchTickets: Searches tickets by words, status, assignee or label.
  query?: Words in the conversation.
  status? new|open|pending|solved|closed: State of the ticket.
  assigneeId?: Who works on it.
replyToTicket: Sends an answer to the customer and keeps it in the ticket.
  ticketId: The ticket.
  body: The answer.
  solve? boolean: Mark it as solved as well.
addInternalNote: Adds a remark to a ticket that the customer does not see.
  ticketId: The ticket.
  body: The remark.
assignTicket: Gives a ticket to an agent or a group.
  ticketId: The ticket.
  assigneeId: Agent or group.
escalateTicket: Raises a ticket to second-level support or to the duty manager.
  ticketId: The ticket.
  level second|third|management: To whom.
  reason: Why.
changeTicketPriority: Sets how urgent a ticket is.
  ticketId: The ticket.
  priority low|normal|high|urgent: The new priority.
closeTicket: Closes a solved ticket.
  ticketId: The ticket.
reopenTicket: Opens a closed ticket again because the problem is back.
  ticketId: The ticket.
mergeTickets: Merges duplicate tickets about the same problem.
  targetId: Ticket that stays.
  sourceIds array: Tickets that go.
snoozeTicket: Hides a ticket until a given moment.
  ticketId: The ticket.
  until datetime: When it shows up again.
listSlaBreaches: Lists tickets that have missed or will soon miss their response time.
  teamId?: Only of this team.
suggestTicketReply: Drafts an answer to a ticket from the help centre and similar tickets.
  ticketId: The ticket.
detectSentiment: Tells whether a customer's message is angry, neutral or happy.
  text: The message.
sendSatisfactionSurvey: Asks a customer how content they were with the support.
  ticketId: The ticket.
getSatisfactionScore: Returns the average satisfaction of a team over a period.
  teamId: The team.
  from date: First day.
  to date: Last day.
listMacros: Lists canned answers that agents can use.
  topic?: Only about this topic.

# support, chat
startChat: Starts a live chat with a visitor of the website.
  visitorId: The visitor.
  greeting?: First message.
sendChatMessage: Writes a message into a running live chat.
  chatId: The chat.
  text: The message.
transferChat: Hands a live chat over to another agent or department.
  chatId: The chat.
  to: Agent or department.
endChat: Ends a live chat and sends its transcript.
  chatId: The chat.
listWaitingVisitors: Lists visitors who wait for an agent, with their waiting time.
  department?: Only of this department.

# telephony
startCall: Dials a phone number and connects it to an agent.
  number: Number in international form.
  agentId: Who talks.
transferCall: Connects a running call to another extension.
  callId: The call.
  extension: The extension.
hangUp: Ends a running call.
  callId: The call.
getCallRecording: Returns the recording of a call, if the caller agreed to one.
  callId: The call.
transcribeCall: Turns the recording of a call into text with speakers.
  callId: The call.
  language?: Language spoken.
listMissedCalls: Lists calls that nobody answered.
  since? datetime: Only after this moment.
getCallQueueStatus: Tells how many callers are waiting and for how long.
  queueId: The queue.
setOutOfHoursMessage: Sets the announcement callers hear when nobody is there.
  queueId: The queue.
  text: The announcement, read by a voice.
sendSms: Sends a text message to a mobile phone.
  to: Number in international form.
  text: At most 480 characters.
scheduleCallback: Books a time at which an agent phones a customer back.
  customerId: The customer.
  at datetime: When.

# support, knowledge
searchHelpCenter: Searches the public help articles.
  query: What to search for.
  locale?: Language.
createHelpArticle: Drafts an article for the help centre.
  title: The title.
  body: The text in Markdown.
  sectionId: Where it belongs.
publishHelpArticle: Publishes a draft article of the help centre.
  articleId: The article.
flagOutdatedArticle: Marks a help article as out of date and notifies its author.
  articleId: The article.
  comment: What is wrong.
`;

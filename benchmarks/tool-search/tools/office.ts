/** E-mail, calendar, team chat and tasks. */
export const office = `
# email
sendEmail: Sends an e-mail from the user's mailbox.
  to array: Recipients.
  subject: Subject line.
  body: Text of the message.
  attachmentIds? array: Files to attach.
searchEmails: Searches the user's mailbox by words, sender or period.
  query: Words, or operators such as from:anna.
  folder?: Only in this folder.
  limit? integer: How many at most.
readEmail: Returns the full text and attachments of an e-mail.
  messageId: The e-mail.
replyToEmail: Answers an e-mail, to its sender or to everybody.
  messageId: The e-mail.
  body: The answer.
  replyAll? boolean: Answer all recipients.
forwardEmail: Passes an e-mail on to others.
  messageId: The e-mail.
  to array: Recipients.
draftEmail: Saves an e-mail as a draft without sending it.
  to array: Recipients.
  subject: Subject line.
  body: Text.
scheduleEmail: Sends an e-mail later, at a given time.
  draftId: The draft.
  sendAt datetime: When.
moveEmail: Files an e-mail in a folder.
  messageId: The e-mail.
  folder: The folder.
deleteEmail: Moves an e-mail to the bin.
  messageId: The e-mail.
markEmailAsSpam: Reports an e-mail as junk and blocks its sender.
  messageId: The e-mail.
setOutOfOffice: Turns the automatic absence reply on for a period.
  from date: First day.
  to date: Last day.
  message: Text of the reply.
createMailRule: Creates a rule that sorts incoming mail.
  condition: Such as sender contains "newsletter".
  action: Such as move to folder "Reading".
unsubscribeFromNewsletter: Follows the unsubscribe link of a mailing.
  messageId: An issue of the mailing.

# calendar
listEvents: Lists the appointments of a person in a period.
  personId?: Whose calendar; the user's own if left out.
  from datetime: Start of the period.
  to datetime: End of the period.
createEvent: Creates an appointment and invites people to it.
  title: What it is about.
  start datetime: Beginning.
  durationMinutes integer: Length.
  attendees? array: E-mail addresses.
  location?: Room or link.
rescheduleEvent: Moves an appointment to another time and tells the attendees.
  eventId: The appointment.
  start datetime: New beginning.
cancelEvent: Calls an appointment off and informs everybody invited.
  eventId: The appointment.
  message?: Note to the attendees.
respondToInvitation: Accepts, declines or tentatively accepts an invitation.
  eventId: The appointment.
  response accept|decline|tentative: The answer.
findFreeSlot: Finds times at which all given people are free.
  attendees array: E-mail addresses.
  durationMinutes integer: Length needed.
  withinDays? integer: How far to look ahead.
addAttendee: Invites one more person to an existing appointment.
  eventId: The appointment.
  email: Who to invite.
createRecurringEvent: Creates a series of appointments, such as a weekly meeting.
  title: What it is about.
  start datetime: First beginning.
  rule: Recurrence rule in iCalendar form.
blockFocusTime: Reserves time in the user's calendar in which no meetings can be booked.
  hours integer: Hours a week.
shareCalendar: Gives a colleague access to the user's calendar.
  with: E-mail address of the colleague.
  permission read|write: What they may do.
setWorkingHours: Sets when the user can be booked.
  days array: Days of the week.
  from: Such as 09:00.
  to: Such as 17:00.
createVideoMeeting: Creates a video conference link.
  topic: Name of the meeting.
  start? datetime: When; at once if left out.
summarizeMeeting: Writes the minutes of a recorded meeting with decisions and action items.
  meetingId: The meeting.

# team chat
postMessage: Posts a message to a channel of the team chat.
  channel: Name of the channel.
  text: The message.
sendDirectMessage: Writes privately to a colleague in the team chat.
  userId: The colleague.
  text: The message.
create_channel: Creates a channel in the team chat.
  name: Name without the hash sign.
  isPrivate? boolean: Only by invitation.
archive_channel: Archives a channel that is no longer used.
  channel: The channel.
inviteToChannel: Adds people to a channel.
  channel: The channel.
  userIds array: Who to add.
pinMessage: Pins a message to the top of its channel.
  messageId: The message.
searchMessages: Searches the messages of the team chat.
  query: Words to find.
  channel?: Only in this channel.
setStatus: Sets the user's status in the team chat.
  text: Such as "at lunch".
  until? datetime: When it is cleared.

# tasks
createTask: Creates a to-do for somebody with a due date.
  title: What is to be done.
  assigneeId?: Who does it.
  dueOn? date: Until when.
completeTask: Ticks a to-do off.
  taskId: The to-do.
listTasks: Lists open to-dos of a person or project.
  assigneeId?: Person.
  projectId?: Project.
delegateTask: Passes a to-do on to a colleague.
  taskId: The to-do.
  assigneeId: The colleague.
createProject: Creates a project with members and milestones.
  name: Name of the project.
  members? array: Who takes part.
getProjectStatus: Reports progress, risks and overdue milestones of a project.
  projectId: The project.
logTime: Books working hours on a project.
  projectId: The project.
  hours number: Hours worked.
  date? date: Day; today if left out.
setReminder: Reminds the user of something at a given time.
  text: What to be reminded of.
  at datetime: When.
`;

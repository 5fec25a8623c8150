/** Employees, absence, payroll, recruiting and learning. */
export const people = `
# hr
getEmployee: Returns the personnel record of an employee: role, manager, location and contract.
  employeeId: The employee.
searchEmployees: Finds colleagues by name, department, skill or office.
  query: What is known of them.
createEmployee: Creates the personnel record of a new hire.
  firstName: First name.
  lastName: Last name.
  startDate date: First working day.
  positionId: Position to be filled.
changeManager: Assigns an employee to another line manager from a day on.
  employeeId: The employee.
  managerId: The new manager.
  from date: First day.
promoteEmployee: Changes the job title and grade of an employee.
  employeeId: The employee.
  title: New job title.
  grade: New grade.
terminateEmployment: Starts the exit of an employee, with the last working day and handover tasks.
  employeeId: The employee.
  lastDay date: Last working day.
  kind resignation|dismissal|end_of_contract|retirement: How it ends.
startOnboarding: Starts the checklist for a new colleague: equipment, accounts, introductions.
  employeeId: The new colleague.
  buddyId?: Colleague who helps them settle in.
getOrgChart: Returns the reporting lines of a department.
  departmentId: The department.
updateEmergencyContact: Changes whom to call when something happens to an employee.
  employeeId: The employee.
  name: Name of the contact.
  phone: Phone number.
writeReferenceLetter: Drafts a letter of reference for an employee who is leaving.
  employeeId: The employee.
  grade? excellent|good|satisfactory: How good it is.
scheduleReview: Plans the annual appraisal of an employee with their manager.
  employeeId: The employee.
  date date: Day of the talk.
submitReview: Hands in the written appraisal of an employee.
  employeeId: The employee.
  rating integer: From 1 to 5.
  comments: Assessment in words.
setGoals: Records the objectives of an employee for a period.
  employeeId: The employee.
  goals array: The objectives.
  period: Such as 2026-H2.
runPulseSurvey: Sends a short anonymous survey to all employees of a department.
  departmentId: The department.
  questions array: What is asked.
getHeadcount: Counts employees by department, country and type of contract.
  asOf? date: Day; today if left out.
reportWorkAccident: Reports an injury at work to HR and the insurer.
  employeeId: Who was hurt.
  description: What happened.
  occurredAt datetime: When.

# hr, absence
requestLeave: Applies for holiday or another absence.
  employeeId: Who is away.
  from date: First day.
  to date: Last day.
  kind vacation|unpaid|parental|special: Kind of absence.
approveLeave: Grants a request for time off.
  requestId: The request.
rejectLeave: Refuses a request for time off.
  requestId: The request.
  reason: Why.
cancelLeave: Withdraws time off that was requested or granted.
  requestId: The request.
getLeaveBalance: Tells how many days of holiday an employee has left this year.
  employeeId: The employee.
reportSickness: Records that an employee is ill.
  employeeId: The employee.
  from date: First day of illness.
  expectedReturn? date: When they are probably back.
listAbsences: Shows who in a team is away in a period.
  teamId: The team.
  from date: First day.
  to date: Last day.
uploadSickNote: Attaches a doctor's certificate to an absence.
  absenceId: The absence.
  fileId: The scanned certificate.

# payroll
getPayslip: Returns the salary statement of an employee for a month.
  employeeId: The employee.
  month: Such as 2026-05.
runPayroll: Calculates the salaries of all employees of a company for a month.
  companyId: The company.
  month: The month.
  dryRun? boolean: Calculate without paying.
approvePayroll: Releases a calculated payroll for payment.
  payrollId: The payroll.
changeSalary: Changes the pay of an employee from a day on.
  employeeId: The employee.
  amount number: New gross salary a year.
  from date: First day.
payBonus: Adds a one-off payment to the next payroll of an employee.
  employeeId: The employee.
  amount number: Gross amount.
  reason: For what.
updateBankDetails: Changes the account to which the salary of an employee is paid.
  employeeId: The employee.
  iban: The new account.
recordOvertime: Enters hours worked beyond the contract.
  employeeId: The employee.
  date date: The day.
  hours number: Hours.
compareSalaryBenchmark: Compares a salary with the market for role and place.
  positionId: The position.
  country: ISO code.
issueIncomeCertificate: Issues a yearly statement of earnings for the tax office.
  employeeId: The employee.
  year integer: The year.
enrollInBenefit: Enrols an employee in a benefit such as pension plan or company bike.
  employeeId: The employee.
  benefitId: The benefit.

# recruiting
createJobPosting: Advertises an open position on the careers page and job boards.
  title: Job title.
  description: Tasks and requirements.
  boards? array: Where it is advertised.
closeJobPosting: Takes a job advertisement offline.
  postingId: The advertisement.
listCandidates: Lists applicants for a position by stage.
  postingId: The advertisement.
  stage? applied|screening|interview|offer|hired|rejected: Stage of the process.
getCandidate: Returns CV, notes and ratings of an applicant.
  candidateId: The applicant.
screenResume: Compares a CV with the requirements of a position.
  candidateId: The applicant.
  postingId: The advertisement.
scheduleInterview: Arranges an interview between an applicant and interviewers.
  candidateId: The applicant.
  interviewerIds array: Who takes part.
  at datetime: When.
submitInterviewFeedback: Records an interviewer's impression of an applicant.
  candidateId: The applicant.
  rating integer: From 1 to 5.
  notes: The impression.
rejectCandidate: Turns an applicant down with a friendly letter.
  candidateId: The applicant.
  template?: Letter to use.
sendJobOffer: Sends an applicant an employment contract to sign.
  candidateId: The applicant.
  salary number: Gross salary a year.
  startDate date: First working day.
referCandidate: Recommends an acquaintance for an open position.
  postingId: The position.
  name: Who is recommended.
  email: Their address.

# learning
enrollInCourse: Signs an employee up for a training.
  employeeId: The employee.
  courseId: The training.
listCourses: Lists trainings that can be booked.
  topic?: Only about this topic.
listOverdueTrainings: Lists employees who have not finished a mandatory training in time.
  courseId?: Only this training.
issueCertificate: Issues a certificate for a finished training.
  employeeId: The employee.
  courseId: The training.
`;

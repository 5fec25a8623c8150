/** Monitoring, logs, incidents and on-call. */
export const operations = `
# monitoring
queryMetrics: Runs a PromQL query and returns the time series.
  query: The expression.
  from? datetime: Start.
  to? datetime: End.
  stepSeconds? integer: Resolution.
searchLogs: Searches the logs of services by words, level and time.
  query: Words or field:value pairs.
  service?: Only of this service.
  level? debug|info|warn|error: At least this level.
  from? datetime: Start.
tailLogs: Returns the newest log lines of a service.
  service: The service.
  lines? integer: How many, 100 if left out.
getTrace: Returns the spans of a distributed trace.
  traceId: The trace.
findSlowRequests: Finds the requests with the longest response times and where the time went.
  service: The service.
  thresholdMs integer: Only slower ones.
getServiceHealth: Tells whether a service is up, with error rate and latency.
  service: The service.
listAlerts: Lists alerts that are firing.
  severity? info|warning|critical: How serious.
acknowledgeAlert: Says that somebody is looking into an alert, so that it stops paging.
  alertId: The alert.
silenceAlert: Mutes an alert during planned work.
  matcher: Labels of the alert.
  minutes integer: How long.
  comment: Why.
createAlertRule: Creates a rule that alerts when a metric crosses a threshold.
  name: Name of the rule.
  expression: Condition in PromQL.
  forMinutes? integer: How long it must hold.
createDashboard: Creates a dashboard with panels for a service.
  title: The title.
  service: The service.
checkCertificateExpiry: Tells when the TLS certificates of a domain run out.
  domain: The domain.
checkUptime: Returns the availability of a website over a period in percent.
  url: The website.
  days? integer: Length of the period.
getErrorGroup: Returns an exception with its stack trace, frequency and affected users.
  errorId: The error.
listNewErrors: Lists exceptions that were seen for the first time.
  service: The service.
  since datetime: First seen after this moment.
getCloudCosts: Sums cloud spending by account, service and day.
  from date: First day.
  to date: Last day.
  groupBy? account|service|team: How it is summed.
detectAnomalies: Finds unusual behaviour in a metric.
  metric: The metric.
  days? integer: How far to look back.

# infrastructure
restartService: Restarts the instances of a service one after another.
  service: The service.
  environment staging|production: Where.
scaleService: Changes the number of instances of a service.
  service: The service.
  replicas integer: How many.
listPods: Lists the containers of a namespace with state and restarts.
  namespace: The namespace.
drainNode: Moves all workloads off a machine before maintenance.
  node: The machine.
updateDnsRecord: Changes a DNS record and waits until it is visible.
  name: Name of the record.
  type A|AAAA|CNAME|TXT|MX: Type.
  value: New value.
purgeCdnCache: Removes files from the caches of the content delivery network.
  paths array: What to remove.
blockIpAddress: Blocks an address or range at the firewall.
  cidr: Address or range.
  hours? integer: How long.
listCronJobs: Lists scheduled jobs with their last and next run.
  service?: Only of this service.
runCronJob: Starts a scheduled job now.
  job: Name of the job.

# incidents
declareIncident: Declares an incident, opens its channel and pages the people on call.
  title: What is broken.
  severity sev1|sev2|sev3: How bad it is.
  services? array: What is affected.
updateIncident: Changes severity or summary of an incident.
  incidentId: The incident.
  changes object: Fields to change.
resolveIncident: Closes an incident once service is restored.
  incidentId: The incident.
  resolution: What fixed it.
listIncidents: Lists current and past incidents.
  status? open|mitigated|resolved: State.
  service?: Only of this service.
postStatusUpdate: Publishes a message on the public status page.
  incidentId: The incident.
  message: What customers read.
  impact none|minor|major|outage: How bad it looks to customers.
writePostmortem: Drafts a post-mortem from the timeline of an incident.
  incidentId: The incident.
addTimelineEntry: Adds an event to the timeline of an incident.
  incidentId: The incident.
  text: What happened.
getOnCall: Tells who is on call for a team now.
  teamId: The team.
overrideOnCall: Swaps a shift of the on-call rota.
  teamId: The team.
  userId: Who takes over.
  from datetime: Start.
  to datetime: End.
pageOnCall: Wakes the person on call of a team.
  teamId: The team.
  message: What is wrong.
`;

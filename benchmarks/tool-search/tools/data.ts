/** Databases, analytics and experiments. */
export const data = `
# databases
runSqlQuery: Runs a read-only SQL statement and returns its rows.
  database: The database.
  sql: The statement.
  limit? integer: Rows at most.
describeTable: Returns the columns, types and indexes of a table.
  database: The database.
  table: The table.
listTables: Lists the tables of a database with their sizes.
  database: The database.
explainQuery: Shows the execution plan of a SQL statement.
  database: The database.
  sql: The statement.
killQuery: Ends a statement that blocks others.
  database: The database.
  pid integer: Process of the statement.
createBackup: Takes a snapshot of a database.
  database: The database.
restoreBackup: Restores a snapshot into a new database.
  backupId: The snapshot.
  into: Name of the new database.
listBackups: Lists the snapshots of a database with age and size.
  database: The database.
runMigration: Applies pending schema changes to a database.
  database: The database.
  dryRun? boolean: Only print the statements.
createIndex: Adds an index to a table without locking it.
  database: The database.
  table: The table.
  columns array: Columns of the index.
anonymizeTable: Replaces personal data in a copy of a table by made-up values.
  database: The database.
  table: The table.

# analytics
getReport: Runs a saved report and returns its figures.
  reportId: The report.
  parameters? object: Values of its filters.
scheduleReport: Sends a saved report by e-mail regularly.
  reportId: The report.
  cron: When, as a cron expression.
  recipients array: To whom.
exportReport: Exports a report as spreadsheet or PDF.
  reportId: The report.
  format xlsx|csv|pdf: File format.
createChart: Draws a chart from a query.
  sql: The query.
  kind line|bar|pie|scatter: Kind of chart.
getSalesFigures: Returns revenue, orders and average basket by day, country or channel.
  from date: First day.
  to date: Last day.
  groupBy? day|country|channel: How it is summed.
getWebTraffic: Returns visits, visitors and bounce rate of the website.
  from date: First day.
  to date: Last day.
  page?: Only this page.
getConversionFunnel: Shows at which step visitors leave on their way to the purchase.
  funnelId: The funnel.
  segment?: Only these visitors.
analyzeCohort: Shows how many customers of a month come back in later months.
  cohortMonth: The month, such as 2026-01.
createSegment: Defines a group of users by what they are or did.
  name: Name of the group.
  conditions array: Conditions.
trackEvent: Records an event of a user for analytics.
  userId: The user.
  event: Name of the event.
  properties? object: Details.
refreshDataset: Reloads a table of the data warehouse from its sources.
  dataset: The table.
getDataLineage: Shows where the columns of a dataset come from and who uses them.
  dataset: The dataset.

# experiments
createExperiment: Sets an A/B test up with variants and a target metric.
  name: Name of the test.
  variants array: The variants.
  metric: What is to improve.
startExperiment: Starts an A/B test for a share of the visitors.
  experimentId: The test.
  trafficPercent number: Share in percent.
stopExperiment: Ends an A/B test and keeps one variant.
  experimentId: The test.
  winner: The variant kept.
getExperimentResults: Returns uplift and significance of an A/B test.
  experimentId: The test.
calculateSampleSize: Tells how many visitors a test needs for a reliable result.
  currentRate number: Conversion rate today.
  minimumEffect number: Smallest uplift of interest.
`;

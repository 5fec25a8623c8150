/** Deployments, continuous integration, code review and feature flags. */
export const delivery = `
# deployments
deployService: Rolls a version of a service out to an environment.
  service: The service.
  version: Tag or commit.
  environment staging|production: Where to.
  strategy? rolling|canary|blue_green: How.
rollbackDeployment: Goes back to the version that ran before.
  service: The service.
  environment staging|production: Where.
getDeploymentStatus: Tells how far a rollout has got.
  deploymentId: The rollout.
listDeployments: Lists what was rolled out, when and by whom.
  service?: Only of this service.
  environment?: Only there.
approveDeployment: Lets a rollout to production proceed.
  deploymentId: The rollout.
abortDeployment: Stops a rollout that is under way.
  deploymentId: The rollout.
freezeDeployments: Forbids rollouts for a period, such as over the holidays.
  from datetime: Start.
  to datetime: End.
  reason: Why.
createEnvironment: Creates a preview environment for a branch.
  branch: The branch.
  ttlHours? integer: When it is deleted again.
destroyEnvironment: Deletes a preview environment.
  name: The environment.
compareEnvironments: Shows which versions and settings differ between two environments.
  left: One environment.
  right: The other.
createRelease: Tags a release and writes its notes from the merged changes.
  repository: The repository.
  version: Number of the release.

# ci
runPipeline: Starts a build pipeline on a branch.
  repository: The repository.
  branch: The branch.
  variables? object: Variables of the run.
getPipelineRun: Returns the state of a build with its jobs.
  runId: The build.
retryFailedJobs: Runs the failed jobs of a build again.
  runId: The build.
cancelPipelineRun: Stops a running build.
  runId: The build.
getJobLog: Returns the output of a build job.
  jobId: The job.
  onlyErrors? boolean: Only lines around errors.
listFlakyTests: Lists tests that fail now and then without a change.
  repository: The repository.
getTestCoverage: Returns how much of the code is covered by tests.
  repository: The repository.
  branch?: The branch.
downloadArtifact: Returns a link to a file that a build produced.
  runId: The build.
  name: The file.
listRunners: Lists the machines that run builds and whether they are busy.
  label?: Only with this label.
scanDependencies: Looks for known vulnerabilities in the libraries of a repository.
  repository: The repository.

# code review
createPullRequest: Opens a pull request to merge a branch.
  repository: The repository.
  sourceBranch: Branch with the changes.
  targetBranch?: Branch to merge into; main if left out.
  title: The title.
getPullRequest: Returns a pull request with description, checks and approvals.
  repository: The repository.
  number integer: Its number.
listPullRequests: Lists open pull requests, optionally those waiting for a reviewer.
  repository: The repository.
  reviewer?: Who is asked to review.
getPullRequestDiff: Returns the changed lines of a pull request.
  repository: The repository.
  number integer: Its number.
commentOnPullRequest: Leaves a remark on a line of a pull request.
  repository: The repository.
  number integer: Its number.
  body: The remark.
  line? integer: The line.
approvePullRequest: Approves the changes of a pull request.
  repository: The repository.
  number integer: Its number.
requestChanges: Asks the author of a pull request to improve it before it can be merged.
  repository: The repository.
  number integer: Its number.
  body: What is to be improved.
mergePullRequest: Merges an approved pull request.
  repository: The repository.
  number integer: Its number.
  method? merge|squash|rebase: How.
assignReviewer: Asks somebody to review a pull request.
  repository: The repository.
  number integer: Its number.
  reviewer: Who.
searchCode: Searches the source code of all repositories.
  query: Text or regular expression.
  language?: Only in this language.
getFileHistory: Lists the commits that changed a source file.
  repository: The repository.
  path: The file.
blameLine: Tells who last changed a line of source code.
  repository: The repository.
  path: The file.
  line integer: The line.
createIssue: Reports a bug or a wish in the issue tracker of a repository.
  repository: The repository.
  title: The title.
  body: Description.
  labels? array: Labels.
create_branch: Creates a branch from another.
  repository: The repository.
  name: Name of the branch.
  from?: Branch to start at.
protect_branch: Forbids direct pushes to a branch.
  repository: The repository.
  branch: The branch.

# feature flags
getFeatureFlag: Returns the state and the targeting rules of a feature flag.
  key: The flag.
toggleFeatureFlag: Switches a feature flag on or off in an environment.
  key: The flag.
  environment: Where.
  enabled boolean: On or off.
createFeatureFlag: Creates a feature flag that is off everywhere.
  key: The flag.
  description: What it controls.
setFlagRollout: Sets for which share of users a feature flag is on.
  key: The flag.
  percent number: Share in percent.
listStaleFlags: Lists feature flags that nobody has changed for months and that can be removed.
  olderThanDays? integer: How long unchanged.
`;

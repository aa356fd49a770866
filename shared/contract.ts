import * as activity from "./activity/activity.contract";
import * as attachments from "./attachments/attachments.contract";
import * as approvals from "./approvals/approvals.contract";
import * as approvalRules from "./approvals/approval-rules.contract";
import * as departments from "./departments/departments.contract";
import * as delegation from "./approvals/delegation.contract";
import * as handOver from "./approvals/hand-over.contract";
import * as requestRoute from "./approvals/request-route.contract";
import * as requestTalk from "./approvals/request-talk.contract";
import * as audit from "./audit/audit.contract";
import * as securityLog from "./audit/security-log.contract";
import * as comments from "./comments/comments.contract";
import type { Endpoint } from "./kernel/endpoint";
import * as myWork from "./my-work/my-work.contract";
import * as groups from "./groups/groups.contract";
import * as notifications from "./notifications/notifications.contract";
import * as notificationSettings from "./notifications/settings.contract";
import * as people from "./people/people.contract";
import * as assignable from "./projects/assignable.contract";
import * as positions from "./positions/positions.contract";
import * as roles from "./roles/roles.contract";
import * as projects from "./projects/projects.contract";
import { familyCalls } from "./requests/family-calls";
import * as apiToken from "./session/api-token.contract";
import * as secondFactor from "./session/second-factor.contract";
import * as secondFactorRule from "./session/second-factor-rule.contract";
import * as session from "./session/session.contract";
import * as signOn from "./session/sign-on.contract";
import * as subscription from "./subscription/subscription.contract";
import * as bulk from "./tasks/bulk.contract";
import * as subtasks from "./subtasks/subtasks.contract";
import * as blockers from "./tasks/blockers.contract";
import * as columns from "./tasks/columns.contract";
import * as taskDetail from "./tasks/task-detail.contract";
import * as tasks from "./tasks/tasks.contract";
import * as timeSheet from "./time/sheet.contract";
import * as time from "./time/time.contract";
import * as timer from "./time/timer.contract";
import * as weeks from "./time/week.contract";
import * as transfer from "./tasks/transfer.contract";
import * as tenants from "./tenants/tenants.contract";
import * as userChanges from "./people/user-changes.contract";
import * as userHistory from "./people/user-history.contract";
import * as users from "./people/users.contract";
import * as watchers from "./watchers/watchers.contract";
import * as timeline from "./timeline/timeline.contract";

const features: Record<string, object> = {
  activity,
  approvals,
  approvalRules,
  attachments,
  audit,
  bulk,
  comments,
  departments,
  positions,
  groups,
  roles,
  delegation,
  handOver,
  requestRoute,
  requestTalk,
  myWork,
  notifications,
  notificationSettings,
  people,
  projects,
  assignable,
  securityLog,
  apiToken,
  secondFactor,
  secondFactorRule,
  session,
  signOn,
  subscription,
  subtasks,
  columns,
  blockers,
  watchers,
  taskDetail,
  tasks,
  tenants,
  transfer,
  time,
  timer,
  timeSheet,
  weeks,
  timeline,
  users,
  userChanges,
  userHistory,
};

const families = Object.values(familyCalls).flatMap(({ contracts }) => Object.entries<object>(contracts));

/** Every call of the product by `<feature>.<name>`: OpenAPI, the registration check and the test matrix read this. */
export const contract: Record<string, Endpoint> = Object.fromEntries(
  [...Object.entries(features), ...families].flatMap(([feature, exports]) =>
    Object.entries<object>({ ...exports })
      .filter((entry): entry is [string, Endpoint] => typeof entry[1] === "object" && "method" in entry[1])
      .map(([name, endpoint]) => [`${feature}.${name}`, endpoint]),
  ),
);

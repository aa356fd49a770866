import { Tenants0001 } from "./0001-tenants";
import { People0002 } from "./0002-people";
import { Events0003 } from "./0003-events";
import { Projects0004 } from "./0004-projects";
import { Tasks0005 } from "./0005-tasks";
import { Activity0006 } from "./0006-activity";
import { TaskDepth0007 } from "./0007-task-depth";
import { Attachments0008 } from "./0008-attachments";
import { Talk0009 } from "./0009-talk";
import { TaskWatching0010 } from "./0010-task-watching";
import { Time0011 } from "./0011-time";
import { Notifications0012 } from "./0012-notifications";
import { Mentions0020 } from "./0020-mentions";
import { Approvals0015 } from "./0015-approvals";
import { Leave0016 } from "./0016-leave";
import { ApprovalRules0021 } from "./0021-approval-rules";
import { LeaveYears0023 } from "./0023-leave-years";
import { LeaveTeam0024 } from "./0024-leave-team";
import { RequestTalk0022 } from "./0022-request-talk";
import { Forms0026 } from "./0026-forms";
import { Finance0025 } from "./0025-finance";
import { AssignedSubtasks0027 } from "./0027-assigned-subtasks";
import { DecidedRequests0028 } from "./0028-decided-requests";

/** In the order in which they run. TypeORM orders by the digits at the end of each name. */
export const migrations = [
  Tenants0001,
  People0002,
  Events0003,
  Projects0004,
  Tasks0005,
  Activity0006,
  TaskDepth0007,
  Attachments0008,
  Talk0009,
  TaskWatching0010,
  Time0011,
  Notifications0012,
  Mentions0020,
  Approvals0015,
  Leave0016,
  ApprovalRules0021,
  LeaveYears0023,
  LeaveTeam0024,
  RequestTalk0022,
  Forms0026,
  Finance0025,
  AssignedSubtasks0027,
  DecidedRequests0028,
] as const;

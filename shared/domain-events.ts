import type { ReportEvents } from "./analytics/reports.events";
import type { AttachmentEvents } from "./attachments/attachments.events";
import type { ApprovalEvents } from "./approvals/approvals.events";
import type { RequestListEvents } from "./approvals/request-lists.events";
import type { RequestTalkEvents } from "./approvals/request-talk.events";
import type { ClientEvents } from "./clients/clients.events";
import type { BookingEvents } from "./bookings/bookings.events";
import type { CommentEvents } from "./comments/comments.events";
import type { DepartmentEvents } from "./departments/departments.events";
import type { GroupEvents } from "./groups/groups.events";
import type { DashboardEvents } from "./dashboard/dashboard.events";
import type { ExportEvents } from "./exports/exports.events";
import type { EventOf } from "./kernel/events";
import type { NewsEvents } from "./news/news.events";
import type { NotificationEvents } from "./notifications/notifications.events";
import type { OrgChartEvents } from "./org-chart/org-chart.events";
import type { OnboardingEvents } from "./onboarding/onboarding.events";
import type { PeopleEvents, PeopleImportEvents } from "./people/people.events";
import type { PlaceEvents, VehicleEvents } from "./places/places.events";
import type { PositionEvents } from "./positions/positions.events";
import type { ProjectEvents } from "./projects/projects.events";
import type { FamilyEvents } from "./requests/family-calls";
import type { RoleEvents } from "./roles/roles.events";
import type { SessionEvents } from "./session/session.events";
import type { SubtaskEvents } from "./subtasks/subtasks.events";
import type { TaskEvents } from "./tasks/tasks.events";
import type { TimeEntryEvents, TimeEvents } from "./time/time.events";
import type { TenantEvents } from "./tenants/tenants.events";
import type { TripEvents } from "./trips/trips.events";
import type { WatcherEvents } from "./watchers/watchers.events";

/** Every event of the product: type → data. */
export interface DomainEvents
  extends ApprovalEvents,
    ClientEvents,
    BookingEvents,
    DepartmentEvents,
    PlaceEvents,
    VehicleEvents,
    TripEvents,
    PositionEvents,
    DashboardEvents,
    ExportEvents,
    FamilyEvents,
    GroupEvents,
    RoleEvents,
    RequestTalkEvents,
    RequestListEvents,
    TaskEvents,
    SubtaskEvents,
    WatcherEvents,
    CommentEvents,
    AttachmentEvents,
    PeopleEvents,
    PeopleImportEvents,
    ProjectEvents,
    ReportEvents,
    NewsEvents,
    NotificationEvents,
    OnboardingEvents,
    OrgChartEvents,
    SessionEvents,
    TenantEvents,
    TimeEntryEvents,
    TimeEvents {}

export type DomainEvent = EventOf<DomainEvents>;

import { externalPermissions, permissions } from "../shared/access";
import { contract } from "../shared/contract";
import { eventKinds, searchAccess } from "../shared/features";
import type { FeatureStream } from "../shared/kernel/events";
import type { SearchKind } from "../shared/kernel/search";
import { assignProviderRole } from "./administration/roles/roles.service";
import { requestFamilyServices } from "./approvals/approvals/families.slots";
import { calendarEventsOfUser } from "./bookings/bookings/calendar/booking-feed.service";
import { handOverBookings, handOverDrives } from "./bookings/bookings/booking-handover.service";
import { revokeSecretLinks, signOnAccounts, stopDeliveries } from "./identity/session/session.slots";
import { deleteReportsOfUser } from "./insights/analytics/reports.service";
import { findOrCreateAccount } from "./people/people/newcomer.service";
import { departmentBudget } from "./people/departments/departments.slots";
import { handovers, lastDayEffects } from "./people/employment/employment.slots";
import { affectedBookings, reassignBookings } from "./bookings/bookings/reassignment/reassignment.service";
import { bookingReassignment } from "./bookings/resources/resources.slots";
import { doorScreenPhoto } from "./bookings/resources/resource-photos.service";
import { doorScreenFile, fileReaders } from "./platform/files/files.slots";
import { isCoveredByCalendarMail } from "./bookings/bookings/calendar/calendar-message";
import { mayReceiveNews } from "./communication/news/news-notifications.service";
import {
  maySeeRecord,
  isMailedElsewhere,
  unsubscribeFromReports,
} from "./communication/notifications/notifications.slots";
import * as listed from "./features.list";
import { registration, type ServerFeature } from "./platform/features";
import { FileEntity } from "./platform/files/file.entity";
import type { StreamDefinition } from "./platform/live/stream-definitions";
import type { SearchSource } from "./platform/search/search-source";
import { requestFamilies } from "./request-families";
import { expensePayables } from "./requests/expenses/expense-payment.service";
import { handOverBudgets, readDepartmentBudget } from "./requests/finance/finance-budget.service";
import { financeAdvances } from "./requests/finance/finance-advance.service";
import { financePayables } from "./requests/finance/finance.payables";
import { readDaysOffOfPeople } from "./requests/leave/calendar/days-off.read";
import { revokeAllFeeds } from "./requests/leave/calendar/calendar-feed.service";
import { calendarBookings, calendarChanged } from "./requests/leave/calendar/calendar.slots";
import { grantAllowances } from "./requests/leave/ledger/allowance.service";
import { leaveTypeChanged } from "./requests/leave/types/types.slots";
import { applyLastDay, remainingLeaveOn } from "./requests/leave/requests/leaver.service";
import { handOverCover } from "./requests/leave/cover/stand-ins.service";
import { claimAdvances } from "./requests/money/advances.slots";
import { payables } from "./requests/payments/payables.slots";
import { revokeTaskFeeds } from "./work/calendar/task-feed.service";
import { schedulesChanged } from "./work/schedules/schedules.slots";
import { recountAfterScheduleChange, recountLeave } from "./requests/leave/ledger/recount.service";
import { payrollSources } from "./people/payroll/payroll.slots";
import { expensePayroll } from "./requests/expenses/expense-payroll.service";
import { leavePayroll } from "./requests/leave/requests/payroll.read";
import { daysOff } from "./work/time/time.slots";

/** All features of the server; its routes, entities and file readers are derived from this list. */
export const features: readonly ServerFeature[] = [...Object.values(listed), ...Object.values(requestFamilies)];

type Listed = (typeof listed)[keyof typeof listed];
type StreamsOf<Feature> = Feature extends { readonly streams: infer Streams } ? keyof Streams : never;

/** Does not compile while a declared kind of stream has no definition; manifests with streams therefore use `satisfies`. */
const streams: Readonly<Record<FeatureStream, StreamDefinition>> = Object.assign(
  {},
  ...features.map((feature) => feature.streams),
) as Readonly<Record<StreamsOf<Listed>, StreamDefinition>>;

type SearchesOf<Feature> = Feature extends { readonly searches: infer Searches } ? keyof Searches : never;

/** Does not compile while a kind of `SearchKinds` has no source. */
const searches: Readonly<Record<SearchKind, SearchSource>> = Object.assign(
  {},
  ...features.map((feature) => feature.searches),
) as Readonly<Record<SearchesOf<Listed | (typeof requestFamilies)[keyof typeof requestFamilies]>, SearchSource>>;

registration.fill({
  contract,
  permissions,
  externalPermissions,
  eventKinds,
  entities: [FileEntity, ...features.flatMap(({ entities = [] }) => entities)],
  housekeeping: features.flatMap(({ housekeeping = [] }) => housekeeping),
  streams: new Map(Object.entries(streams)),
  searches: new Map(
    Object.entries(searches).map(([kind, source]) => [kind, { ...source, access: searchAccess[kind as SearchKind] }]),
  ),
});
requestFamilyServices.fill(requestFamilies);
signOnAccounts.fill({ findOrCreate: findOrCreateAccount, assignRole: assignProviderRole });
revokeSecretLinks.fill(async (tx, userId) => {
  await revokeAllFeeds(tx, userId);
  await revokeTaskFeeds(tx, userId);
});
stopDeliveries.fill(deleteReportsOfUser);
departmentBudget.fill(readDepartmentBudget);
lastDayEffects.fill({ apply: applyLastDay, remainingLeave: remainingLeaveOn });
handovers.fill({ budgets: handOverBudgets, cover: handOverCover, bookings: handOverBookings, drivers: handOverDrives });
bookingReassignment.fill({ affectedBookings, reassignBookings });
doorScreenFile.fill(doorScreenPhoto);
fileReaders.fill(features.flatMap(({ fileReaders: readers = [] }) => readers));
maySeeRecord.fill({ news: (tx, { path }, userId) => mayReceiveNews(tx, path, userId) });
isMailedElsewhere.fill({ booking: isCoveredByCalendarMail });
unsubscribeFromReports.fill(deleteReportsOfUser);
daysOff.fill(readDaysOffOfPeople);
schedulesChanged.fill(recountAfterScheduleChange);
payrollSources.fill([leavePayroll, expensePayroll]);
claimAdvances.fill(financeAdvances);
payables.fill({ expense: expensePayables, finance: financePayables });
calendarBookings.fill(calendarEventsOfUser);
calendarChanged.fill(recountLeave);
leaveTypeChanged.fill(grantAllowances);

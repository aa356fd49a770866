import { maxCapacities } from "../../shared/work/timeline/timeline.contract";
import { maxHolidays as holidays } from "../../server/requests/leave/calendar/holidays.service";
import { maxDeletedColumns } from "../../server/insights/analytics/project.sql";
import { maxColumnStays } from "../../server/insights/analytics/task.sql";
import { maxMutes } from "../../server/communication/notifications/mutes.service";
import { ruleLimit } from "../../server/approvals/approvals/approval-rules.service";
import { outageLimit } from "../../server/bookings/resources/outages.service";
import { sectionLimit } from "../../server/communication/news/news-sections.service";
import { vacancyLimit } from "../../server/people/vacancies/vacancies.service";
import { leaveTypeLimit } from "../../server/requests/leave/types/types.service";
import { taskFileLimit } from "../../server/work/attachments/attachments.service";
import { maxCars } from "../../shared/bookings/cars/cars.contract";
import { maxBuildings } from "../../shared/bookings/rooms/buildings.contract";
import { maxRooms } from "../../shared/bookings/rooms/rooms.contract";
import { maxDepartments as department } from "../../shared/people/departments/departments.schema";
import { payrollColumnKeys } from "../../shared/people/payroll/payroll.rules";
import { maxCategories } from "../../shared/requests/expenses/expenses.schema";
import { maxClients } from "../../shared/work/clients/clients.schema";
import { maxTags as tags } from "../../server/work/projects/tags.limits";
import { maxColumns as columns } from "../../server/work/tasks/columns.limits";
import { maxBoardCards } from "../../server/work/tasks/boards.service";
import { cardListLimits } from "../../server/work/tasks/card-lists.limits";
import { maxOnboardingTasks } from "../../shared/people/onboarding/onboarding.schema";
import { maxApiTokens } from "../../shared/identity/session/api-token.contract";
import { maxPasskeys as passkeys } from "../../shared/identity/session/second-factor.contract";
import { maxSubtasks } from "../../shared/work/tasks/subtasks.schema";
import { maxTaskTemplates } from "../../shared/work/templates/task-templates.schema";
import { maxOmitted, maxProjectTemplates, maxSuppliedTemplates } from "../../shared/work/templates/templates.schema";
import { maxViews } from "../../shared/work/views/views.schema";

/** Number of users of the largest tenants, as measured in docs/performance.md. */
const people = 10_000;
const members = people;
const assigned = 200; // limit in tasks.schema.ts
const onAllCards = 2 * cardListLimits.users; // doubled, since a task with few entries is saved even at the limit
const comments = 1_000; // limit in server/platform/database/comment-limits.ts
const filesOfTask = taskFileLimit.most;
const historyLines = 500; // limit in user-history.service.ts
const hours = { task: 10_000, day: 100 }; // limits in time.sql.ts
const perPage = 200;
const leaveTypes = leaveTypeLimit.most;

/**
 * Maximum number of members of each unpaged list whose limit isn't in the contract (`array().max()`), by call and path; the members of nested lists are counted together. The tests of each
 * limit check that one more member is refused or left out.
 */
export const unpagedListLimits: Readonly<Record<string, number>> = {
  "apiToken.listApiTokens.data": maxApiTokens,
  "approvalRules.listRules.data": ruleLimit.most,
  "approvalRules.readRuleOptions.data.departments": department,
  "approvalRules.readRuleOptions.data.people": people,
  "assignable.assignableProjectUsers.data.users": members,
  "assignable.assignableUsers.data.users": people,
  "attachments.listAttachments.data": filesOfTask,
  "bookingGrid.readGrid.data.resources": maxRooms,
  "bookingReports.readBookingReport.data.buildings": maxBuildings,
  "bookingReports.readBookingReport.data.resources": maxRooms + maxCars,
  "commonTimes.findCommonTimes.data.buildings": maxBuildings,
  "departmentAnalytics.readDepartmentAnalytics.data.departments": department,
  "expenses.readExpenseChoices.data.categories": maxCategories,
  "formTemplates.listFormChoices.data.departments": department,
  "formTemplates.listFormChoices.data.people": people,
  "holidays.listHolidays.data": holidays,
  "leaveAllowances.readAllowanceRules.data.departments": department,
  "leaveBalance.listBalancePeople.data[].balances": perPage * leaveTypes,
  "leaveBalance.leaveBalances.data": leaveTypes,
  "leaveOpenings.listOpenings.data[].balances": perPage * leaveTypes,
  "leaveCalendar.readOwnLeaveYear.data.holidays": holidays,
  "leaveTypes.listLeaveTypes.data": leaveTypes,
  "fields.listProjectFields.data.columns": columns,
  "series.readSeries.data.calendar.holidays": holidays,
  "series.readTaskSeries.data.calendar.holidays": holidays,
  "myWork.listMyWork.projects[].columns": perPage * columns,
  "myWork.listMyWork.projects[].tags": perPage * tags,
  "news.readNewsPage.data.sections": sectionLimit.most,
  "news.listNewsReaders.data.people": people,
  "news.readNews.data.comments": comments,
  "newsSections.listNewsChoices.data.departments": department,
  "newsSections.listNewsChoices.data.sections": sectionLimit.most,
  "notificationSettings.readNotificationSettings.data.mutes": maxMutes,
  "onboarding.listPersonOnboarding.data": maxOnboardingTasks,
  "payroll.listPayrollRows.columns": payrollColumnKeys.length + leaveTypes,
  "orgChart.readChart.data.departments": department,
  "orgChart.readChart.data.people": people,
  "orgChart.readChart.data.vacancies": vacancyLimit.most,
  "outages.listOutages.data": outageLimit.most,
  "people.listVisiblePeople.data": people,
  "projectAnalytics.readProjectAnalytics.data.filters.people": members,
  "projectAnalytics.readProjectAnalytics.data.filters.tags": tags,
  "projectAnalytics.readProjectAnalytics.data.flow.columns": columns + maxDeletedColumns,
  "projectAnalytics.readProjectAnalytics.data.flow.days[].counts": 400 * (columns + maxDeletedColumns),
  "projects.editableProject.data.members": members,
  "projects.editableProject.data.project_members": members,
  "projects.listTags.data": tags,
  "projects.listProjectChoices.data.clients": maxClients,
  "projects.listProjectChoices.data.departments": department,
  "projects.readProject.data.members": members,
  "projects.readProject.data.project_members": members,
  "requestTalk.readRequestDiscussion.data.comments": comments,
  "roles.listRoleHolders.data": people,
  "secondFactor.readSecondFactor.data.passkeys": passkeys,
  "secondFactorRule.listSecondFactors.data": people,
  "taskAnalytics.readTaskAnalytics.data.stays": maxColumnStays,
  "taskDetail.readTask.data.attachments": filesOfTask,
  "taskDetail.readTask.data.columns": columns,
  "taskDetail.readTask.data.comments": comments,
  "taskDetail.readTask.data.subtasks": maxSubtasks,
  "taskDetail.readTask.data.time_entries": hours.task,
  "taskDetail.readTask.data.user_ids": assigned,
  "taskDetail.readTask.data.users": members,
  "taskDetail.readTask.data.watchers": members,
  "tasks.listTasks.data": maxBoardCards,
  "tasks.listTasks.data[].user_ids": onAllCards,
  "tasks.readBoard.data": columns,
  "tasks.readBoard.data[].tasks": maxBoardCards,
  "tasks.readBoard.data[].tasks[].user_ids": onAllCards,
  "tasks.readBoard.tags": tags,
  "tasks.readBoard.users": members,
  "time.listTimeEntries.data": 366 * hours.day,
  "timeSheet.readTimeSheet.data.entries": 31 * hours.day,
  "timeSheet.listTimedPeople.data": people,
  "timeline.readCapacity.data": maxCapacities,
  "timeline.readTimeline.data[].board.data": perPage * columns,
  "timeline.readTimeline.data[].board.data[].tasks": maxBoardCards,
  "timeline.readTimeline.data[].board.data[].tasks[].user_ids": maxBoardCards * assigned,
  "timeline.readTimeline.data[].board.tags": perPage * tags,
  "timeline.readTimeline.data[].board.users": perPage * members,
  "userAnalytics.listUserAnalytics.data": people,
  "userHistory.listUserHistory.data": historyLines,
  "users.listAllEmployees.data": people,
  "users.listEmployees.data": people,
  "users.selectUsers.data": people,
  "taskTemplates.listTaskTemplates.data.templates": maxTaskTemplates,
  "taskTemplates.listTaskTemplates.data.templates[].default_columns": columns,
  "templates.listProjectTemplates.data": maxProjectTemplates + maxSuppliedTemplates,
  "templates.previewProjectTemplate.data.omitted": maxOmitted,
  "views.listViews.data": 2 * maxViews,
};

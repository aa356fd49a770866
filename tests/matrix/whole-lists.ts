import { mostHolidays as holidays } from "../../server/leave/holidays.service";
import { mostGoneColumns } from "../../server/analytics/project.sql";
import { mostStays } from "../../server/analytics/task.sql";
import { mostMutes } from "../../server/notifications/mutes.service";
import { most as roomFor, mostFiles } from "../../server/platform/database/room-for";
import { mostTags as tags } from "../../server/projects/projects.tags";
import { mostColumns as columns } from "../../server/tasks/columns.service";
import { mostOnBoard } from "../../server/tasks/boards.service";
import { mostOnCards } from "../../server/tasks/tasks.room";
import { mostOnboardingTasks } from "../../shared/onboarding/onboarding.schema";
import { apiTokensAtMost } from "../../shared/session/api-token.contract";
import { passkeysAtMost as passkeys } from "../../shared/session/second-factor.contract";
import { mostSubtasks } from "../../shared/subtasks/subtasks.schema";

/** As many as docs/performance.md measures, and the largest organisations have. */
const people = 10_000;
const members = people;
const assigned = 200; // tasks.schema.ts
const onAllCards = 2 * mostOnCards.users; // few on each always fit
const comments = 1_000; // room-to-talk.ts, which bounds their letters as well
const filesOfTask = mostFiles.task_attachment.most;
const historyLines = 500; // user-history.service.ts
const hours = { task: 10_000, day: 100 }; // time.sql.ts
const perPage = 200;
const { department, position, leave_type: leaveTypes } = roomFor;

/**
 * How many members lists have at most that are answered whole, by the call and their place in its answer; of a list in a list, all of
 * them together. What refuses one more, or leaves it out, has a test of its own.
 */
export const wholeLists: Readonly<Record<string, number>> = {
  "apiToken.listApiTokens.data": apiTokensAtMost,
  "approvalRules.listRules.data": roomFor.approval_rule,
  "approvalRules.ruleOptions.data.departments": department,
  "approvalRules.ruleOptions.data.people": people,
  "assignable.assignableProjectUsers.data.users": members,
  "assignable.assignableUsers.data.users": people,
  "attachments.listAttachments.data": filesOfTask,
  "bookingGrid.readGrid.data.resources": roomFor.room,
  "bookingReports.readBookingReport.data.buildings": roomFor.building,
  "bookingReports.readBookingReport.data.resources": roomFor.room + roomFor.car,
  "buildings.listBuildings.data": roomFor.building,
  "buildings.listFloors.data": roomFor.floor,
  "cars.listCars.data": roomFor.car,
  "clients.listClients.data": roomFor.client,
  "clients.selectClients.data": roomFor.client,
  "departmentAnalytics.readDepartmentAnalytics.data.departments": department,
  "departments.listDepartments.data": department,
  "departments.selectDepartments.data": department,
  "equipment.listEquipment.data": roomFor.equipment,
  "formTemplates.formChoices.data.departments": department,
  "formTemplates.formChoices.data.people": people,
  "holidays.listHolidays.data": holidays,
  "leaveBalance.balancePeople.data[].balances": perPage * leaveTypes,
  "leaveBalance.leaveBalances.data": leaveTypes,
  "leaveCalendar.ownLeaveYear.data.holidays": holidays,
  "leaveTypes.listLeaveTypes.data": leaveTypes,
  "myWork.myWork.projects[].columns": perPage * columns,
  "news.newsOverview.data.sections": roomFor.news_section,
  "news.newsReaders.data.people": people,
  "news.readNews.data.comments": comments,
  "newsSections.newsChoices.data.departments": department,
  "newsSections.newsChoices.data.sections": roomFor.news_section,
  "notificationSettings.readNotificationSettings.data.mutes": mostMutes,
  "onboarding.personOnboarding.data": mostOnboardingTasks,
  "orgChart.readChart.data.departments": department,
  "orgChart.readChart.data.people": people,
  "orgChart.readChart.data.vacancies": roomFor.vacancy,
  "outages.listOutages.data": roomFor.outage,
  "people.legacyUsers.data": people,
  "positions.selectPositions.data": position,
  "projectAnalytics.readProjectAnalytics.data.filters.people": members,
  "projectAnalytics.readProjectAnalytics.data.filters.tags": tags,
  "projectAnalytics.readProjectAnalytics.data.flow.columns": columns + mostGoneColumns,
  "projectAnalytics.readProjectAnalytics.data.flow.days[].counts": 400 * (columns + mostGoneColumns),
  "projects.editableProject.data.members": members,
  "projects.editableProject.data.project_members": members,
  "projects.listTags.data": tags,
  "projects.projectChoices.data.clients": roomFor.client,
  "projects.projectChoices.data.departments": department,
  "projects.singleProject.data.members": members,
  "projects.singleProject.data.project_members": members,
  "requestTalk.readRequestTalk.data.comments": comments,
  "roles.roleHolders.data": people,
  "rooms.listRooms.data": roomFor.room,
  "secondFactor.readSecondFactor.data.passkeys": passkeys,
  "secondFactorRule.listSecondFactors.data": people,
  "taskAnalytics.readTaskAnalytics.data.stays": mostStays,
  "taskDetail.readTask.data.attachments": filesOfTask,
  "taskDetail.readTask.data.columns": columns,
  "taskDetail.readTask.data.comments": comments,
  "taskDetail.readTask.data.subtasks": mostSubtasks,
  "taskDetail.readTask.data.time_entries": hours.task,
  "taskDetail.readTask.data.user_ids": assigned,
  "taskDetail.readTask.data.users": members,
  "taskDetail.readTask.data.watchers": members,
  "tasks.listTasks.data": mostOnBoard,
  "tasks.listTasks.data[].user_ids": onAllCards,
  "tasks.readBoard.data": columns,
  "tasks.readBoard.data[].tasks": mostOnBoard,
  "tasks.readBoard.data[].tasks[].user_ids": onAllCards,
  "tasks.readBoard.tags": tags,
  "tasks.readBoard.users": members,
  "time.listTimeEntries.data": 366 * hours.day,
  "timeSheet.readTimeSheet.data.entries": 31 * hours.day,
  "timeSheet.timedPeople.data": people,
  "timeline.readTimeline.data[].board.data": perPage * columns,
  "timeline.readTimeline.data[].board.data[].tasks": mostOnBoard,
  "timeline.readTimeline.data[].board.data[].tasks[].user_ids": mostOnBoard * assigned,
  "timeline.readTimeline.data[].board.tags": perPage * tags,
  "timeline.readTimeline.data[].board.users": perPage * members,
  "userAnalytics.listUserAnalytics.data": people,
  "userHistory.userHistory.data": historyLines,
  "users.listAllEmployees.data": people,
  "users.listEmployees.data": people,
  "users.selectUsers.data": people,
};

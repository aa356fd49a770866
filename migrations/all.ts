import { Baseline0001 } from "./0001-baseline";
import { Search0002 } from "./0002-search";
import { SavedViews0003 } from "./0003-saved-views";
import { TaskFeed0004 } from "./0004-task-feed";
import { ShortcutSetting0005 } from "./0005-shortcut-setting";
import { SearchCandidates0006 } from "./0006-search-candidates";
import { MoveInTheServer0007 } from "./0007-move-in-the-server";
import { FirstSteps0008 } from "./0008-first-steps";
import { ViewFeed0009 } from "./0009-view-feed";
import { Epoch0010 } from "./0010-epoch";
import { Operator0012 } from "./0012-operator";
import { InstallationNotice0013 } from "./0013-installation-notice";
import { WorkSchedules0015 } from "./0015-work-schedules";
import { ScheduleTemplates0016 } from "./0016-schedule-templates";
import { LeaveProration0017 } from "./0017-leave-proration";
import { LeaveChanges0018 } from "./0018-leave-changes";
import { Purchasing0019 } from "./0019-purchasing";
import { ExpenseClaims0020 } from "./0020-expense-claims";
import { BankAccounts0021 } from "./0021-bank-accounts";
import { Payroll0022 } from "./0022-payroll";
import { LeaveInHours0023 } from "./0023-leave-in-hours";
import { LeaveAllowanceRules0024 } from "./0024-leave-allowance-rules";
import { ChangedLeave0025 } from "./0025-changed-leave";
import { LeaveCredits0028 } from "./0028-leave-credits";
import { PaymentBatches0029 } from "./0029-payment-batches";
import { BookingsTimeAndSeats0030 } from "./0030-bookings-time-and-seats";
import { Excerpts0031 } from "./0031-excerpts";
import { NotificationTask0033 } from "./0033-notification-task";
import { EmailDomains0034 } from "./0034-email-domains";
import { RequestCommentExcerpts0037 } from "./0037-request-comment-excerpts";
import { LeaveBatches0038 } from "./0038-leave-batches";
import { FinanceItemTax0039 } from "./0039-finance-item-tax";
import { ExpensesWithSalary0040 } from "./0040-expenses-with-salary";
import { BudgetOwners0041 } from "./0041-budget-owners";
import { AccountingExports0042 } from "./0042-accounting-exports";
import { FamilyDeciderPlan0043 } from "./0043-family-decider-plan";
import { ConfirmedPayees0044 } from "./0044-confirmed-payees";
import { ItemPriceDecimals0045 } from "./0045-item-price-decimals";
import { InvoiceDates0046 } from "./0046-invoice-dates";
import { AccountingCoding0047 } from "./0047-accounting-coding";
import { DoorScreenUse0048 } from "./0048-door-screen-use";
import { CountedDaysAndRates0049 } from "./0049-counted-days-and-rates";
import { RenamedReferencesOfViews0050 } from "./0050-renamed-references-of-views";
import { MergedApprovalSteps0051 } from "./0051-merged-approval-steps";
import { BookingsAtDoor0052 } from "./0052-bookings-at-door";
import { LeaveChangesAndCredits0053 } from "./0053-leave-changes-and-credits";
import { RenamedValues0054 } from "./0054-renamed-values";
import { ProjectFields0055 } from "./0055-project-fields";
import { TaskSeries0056 } from "./0056-task-series";
import { ChangedFieldKinds0057 } from "./0057-changed-field-kinds";
import { Bin0058 } from "./0058-bin";
import { ProjectTemplates0059 } from "./0059-project-templates";
import { BoardImports0060 } from "./0060-board-imports";
import { ImportMarks0061 } from "./0061-import-marks";
import { CommentCounts0062 } from "./0062-comment-counts";
import { ImportedTasks0063 } from "./0063-imported-tasks";
import { BinViewsAndTemplateOrigins0064 } from "./0064-bin-views-and-template-origins";
import { StaysOfImportedTasks0065 } from "./0065-stays-of-imported-tasks";
import { DefaultTaskTemplates0066 } from "./0066-default-task-templates";
import { TaskTemplatesInBin0067 } from "./0067-task-templates-in-bin";
import { FilesOfImportedTasks0068 } from "./0068-files-of-imported-tasks";
import { FieldKindChangesAndTenantReads0069 } from "./0069-field-kind-changes-and-tenant-reads";
import { SignOnOrderAttemptsAndFileSweeps0070 } from "./0070-sign-on-order-attempts-and-file-sweeps";
import { HolidayVersions0071 } from "./0071-holiday-versions";
import { FirstDaysOfRehiredEmployees0073 } from "./0073-first-days-of-rehired-employees";
import { FirstSalariesOfPlannedChanges0074 } from "./0074-first-salaries-of-planned-changes";
import { PlannedEndsAndCalendarMails0075 } from "./0075-planned-ends-and-calendar-mails";
import { CompletionDaysOfSeries0076 } from "./0076-completion-days-of-series";
import { FirstSalariesBesidePrivateData0077 } from "./0077-first-salaries-beside-private-data";
import { PlanningRequestsOfSeries0078 } from "./0078-planning-requests-of-series";
import { OrganizersInCalendars0080 } from "./0080-organizers-in-calendars";
import { HandedOverInvitations0081 } from "./0081-handed-over-invitations";
import { SchedulesSetByHand0082 } from "./0082-schedules-set-by-hand";
import { ValuesOfForcedTables0083 } from "./0083-values-of-forced-tables";

/** In execution order: TypeORM sorts by the digits at the end of each name. */
export const migrations = [
  Baseline0001,
  Search0002,
  SavedViews0003,
  TaskFeed0004,
  ShortcutSetting0005,
  SearchCandidates0006,
  MoveInTheServer0007,
  FirstSteps0008,
  ViewFeed0009,
  Epoch0010,
  Operator0012,
  InstallationNotice0013,
  WorkSchedules0015,
  ScheduleTemplates0016,
  LeaveProration0017,
  LeaveChanges0018,
  Purchasing0019,
  ExpenseClaims0020,
  BankAccounts0021,
  Payroll0022,
  LeaveInHours0023,
  LeaveAllowanceRules0024,
  ChangedLeave0025,
  LeaveCredits0028,
  PaymentBatches0029,
  BookingsTimeAndSeats0030,
  Excerpts0031,
  NotificationTask0033,
  EmailDomains0034,
  RequestCommentExcerpts0037,
  LeaveBatches0038,
  FinanceItemTax0039,
  ExpensesWithSalary0040,
  BudgetOwners0041,
  AccountingExports0042,
  FamilyDeciderPlan0043,
  ConfirmedPayees0044,
  ItemPriceDecimals0045,
  InvoiceDates0046,
  AccountingCoding0047,
  DoorScreenUse0048,
  CountedDaysAndRates0049,
  RenamedReferencesOfViews0050,
  MergedApprovalSteps0051,
  BookingsAtDoor0052,
  LeaveChangesAndCredits0053,
  RenamedValues0054,
  ProjectFields0055,
  TaskSeries0056,
  ChangedFieldKinds0057,
  Bin0058,
  ProjectTemplates0059,
  BoardImports0060,
  ImportMarks0061,
  CommentCounts0062,
  ImportedTasks0063,
  BinViewsAndTemplateOrigins0064,
  StaysOfImportedTasks0065,
  DefaultTaskTemplates0066,
  TaskTemplatesInBin0067,
  FilesOfImportedTasks0068,
  FieldKindChangesAndTenantReads0069,
  SignOnOrderAttemptsAndFileSweeps0070,
  HolidayVersions0071,
  FirstDaysOfRehiredEmployees0073,
  FirstSalariesOfPlannedChanges0074,
  PlannedEndsAndCalendarMails0075,
  CompletionDaysOfSeries0076,
  FirstSalariesBesidePrivateData0077,
  PlanningRequestsOfSeries0078,
  OrganizersInCalendars0080,
  HandedOverInvitations0081,
  SchedulesSetByHand0082,
  ValuesOfForcedTables0083,
] as const;

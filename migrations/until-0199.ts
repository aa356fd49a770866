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
import { Approvals0015 } from "./0015-approvals";
import { Leave0016 } from "./0016-leave";
import { Mentions0020 } from "./0020-mentions";
import { ApprovalRules0021 } from "./0021-approval-rules";
import { RequestTalk0022 } from "./0022-request-talk";
import { LeaveYears0023 } from "./0023-leave-years";
import { LeaveTeam0024 } from "./0024-leave-team";
import { Finance0025 } from "./0025-finance";
import { Forms0026 } from "./0026-forms";
import { AssignedSubtasks0027 } from "./0027-assigned-subtasks";
import { DecidedRequests0028 } from "./0028-decided-requests";
import { LargestAmount0040 } from "./0040-largest-amount";
import { SessionEnds0045 } from "./0045-session-ends";
import { Registration0046 } from "./0046-registration";
import { SessionLimits0047 } from "./0047-session-limits";
import { Outside0050 } from "./0050-outside";
import { LeaveAhead0055 } from "./0055-leave-ahead";
import { LeaveEntered0056 } from "./0056-leave-entered";
import { LeaveByDay0057 } from "./0057-leave-by-day";
import { DecisionsThatCanBeUndone0060 } from "./0060-decisions-that-can-be-undone";
import { WhoDecides0061 } from "./0061-who-decides";
import { FourEyes0062 } from "./0062-four-eyes";
import { OwnBalance0063 } from "./0063-own-balance";
import { SecurityLog0065 } from "./0065-security-log";
import { SecondFactor0066 } from "./0066-second-factor";
import { WordsThatWereTakenBack0070 } from "./0070-words-that-were-taken-back";
import { StepsHandedOver0073 } from "./0073-steps-handed-over";
import { SecurityLogKinds0078 } from "./0078-security-log-kinds";
import { LeaveTypeNames0079 } from "./0079-leave-type-names";
import { StoppedTimer0081 } from "./0081-stopped-timer";
import { LogUpkeep0082 } from "./0082-log-upkeep";
import { OneWayToSeeRequests0083 } from "./0083-one-way-to-see-requests";
import { FamiliesOfRequests0084 } from "./0084-families-of-requests";
import { PeopleRecords0086 } from "./0086-people-records";
import { Invitations0087 } from "./0087-invitations";
import { UserHistory0088 } from "./0088-user-history";
import { Organisation0096 } from "./0096-organisation";
import { GroupsClientsRoles0097 } from "./0097-groups-clients-roles";
import { ApiTokens0108 } from "./0108-api-tokens";
import { SignOn0109 } from "./0109-sign-on";
import { Employment0110 } from "./0110-employment";
import { EmploymentChanges0111 } from "./0111-employment-changes";
import { ManagersAreAForest0120 } from "./0120-managers-are-a-forest";
import { PlacesAndVehicles0125 } from "./0125-places-and-vehicles";
import { Bookings0130 } from "./0130-bookings";
import { BookingReminders0131 } from "./0131-booking-reminders";
import { DoorScreens0132 } from "./0132-door-screens";
import { Subscriptions0140 } from "./0140-subscriptions";
import { TenantPage0141 } from "./0141-tenant-page";
import { Analytics0150 } from "./0150-analytics";
import { AnalyticsAge0151 } from "./0151-analytics-age";
import { News0160 } from "./0160-news";
import { BookingRequests0170 } from "./0170-booking-requests";
import { Trips0173 } from "./0173-trips";
import { ExpiryReminders0174 } from "./0174-expiry-reminders";
import { PhotosOfPlaces0175 } from "./0175-photos-of-places";
import { BookingInvitations0176 } from "./0176-booking-invitations";
import { FirstPassword0180 } from "./0180-first-password";
import { Papers0181 } from "./0181-papers";
import { Audit0183 } from "./0183-audit";
import { Viewing0184 } from "./0184-viewing";
import { TenantLook0187 } from "./0187-tenant-look";
import { DataExports0188 } from "./0188-data-exports";
import { TenantClosing0189 } from "./0189-tenant-closing";
import { AnalyticsWaits0190 } from "./0190-analytics-waits";
import { AnalyticsReports0191 } from "./0191-analytics-reports";
import { EmploymentFiles0192 } from "./0192-employment-files";
import { PersonFiles0193 } from "./0193-person-files";
import { Scim0195 } from "./0195-scim";
import { HeadDecides0196 } from "./0196-head-decides";
import { LastDayAnnounced0197 } from "./0197-last-day-announced";
import { Onboarding0198 } from "./0198-onboarding";
import { Vacancies0199 } from "./0199-vacancies";

/** Those with numbers below 0200, in the order in which they run. */
export const migrationsUntil0199 = [
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
  Approvals0015,
  Leave0016,
  Mentions0020,
  ApprovalRules0021,
  RequestTalk0022,
  LeaveYears0023,
  LeaveTeam0024,
  Finance0025,
  Forms0026,
  AssignedSubtasks0027,
  DecidedRequests0028,
  LargestAmount0040,
  SessionEnds0045,
  Registration0046,
  SessionLimits0047,
  Outside0050,
  LeaveAhead0055,
  LeaveEntered0056,
  LeaveByDay0057,
  DecisionsThatCanBeUndone0060,
  WhoDecides0061,
  FourEyes0062,
  OwnBalance0063,
  SecurityLog0065,
  SecondFactor0066,
  WordsThatWereTakenBack0070,
  StepsHandedOver0073,
  SecurityLogKinds0078,
  LeaveTypeNames0079,
  StoppedTimer0081,
  LogUpkeep0082,
  OneWayToSeeRequests0083,
  FamiliesOfRequests0084,
  PeopleRecords0086,
  Invitations0087,
  UserHistory0088,
  Organisation0096,
  GroupsClientsRoles0097,
  ApiTokens0108,
  SignOn0109,
  Employment0110,
  EmploymentChanges0111,
  ManagersAreAForest0120,
  PlacesAndVehicles0125,
  Bookings0130,
  BookingReminders0131,
  DoorScreens0132,
  Subscriptions0140,
  TenantPage0141,
  Analytics0150,
  AnalyticsAge0151,
  News0160,
  BookingRequests0170,
  Trips0173,
  ExpiryReminders0174,
  PhotosOfPlaces0175,
  BookingInvitations0176,
  FirstPassword0180,
  Papers0181,
  Audit0183,
  Viewing0184,
  TenantLook0187,
  DataExports0188,
  TenantClosing0189,
  AnalyticsWaits0190,
  AnalyticsReports0191,
  EmploymentFiles0192,
  PersonFiles0193,
  Scim0195,
  HeadDecides0196,
  LastDayAnnounced0197,
  Onboarding0198,
  Vacancies0199,
] as const;

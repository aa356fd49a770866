import { ForestStepByStep0200 } from "./0200-forest-step-by-step";
import { OverlapByTime0201 } from "./0201-overlap-by-time";
import { Equipment0202 } from "./0202-equipment";
import { PendingBlocks0203 } from "./0203-pending-blocks";
import { HourlyRates0205 } from "./0205-hourly-rates";
import { NewsPictures0209 } from "./0209-news-pictures";
import { TenantDeletion0210 } from "./0210-tenant-deletion";
import { NewsReaders0211 } from "./0211-news-readers";
import { DottedLines0214 } from "./0214-dotted-lines";
import { OnboardingOneTask0215 } from "./0215-onboarding-one-task";
import { BookingBaskets0220 } from "./0220-booking-baskets";
import { RequestDepartments0228 } from "./0228-request-departments";
import { MoveInOneWrite0234 } from "./0234-move-in-one-write";
import { HolidayNames0241 } from "./0241-holiday-names";
import { InvoicePeriods0244 } from "./0244-invoice-periods";
import { DaysAnnounced0247 } from "./0247-days-announced";
import { DottedLineHistory0248 } from "./0248-dotted-line-history";
import { EquipmentByItself0251 } from "./0251-equipment-by-itself";
import { OpenPayments0263 } from "./0263-open-payments";
import { KeptInvoicePeriods0267 } from "./0267-kept-invoice-periods";
import { CalendarsFollow0270 } from "./0270-calendars-follow";
import { SeriesByFreshStatistics0271 } from "./0271-series-by-fresh-statistics";
import { WeekStart0272 } from "./0272-week-start";
import { DriversCalendars0279 } from "./0279-drivers-calendars";
import { EffectiveDay0290 } from "./0290-effective-day";
import { TimeZonesThatAreKnown0310 } from "./0310-time-zones-that-are-known";
import { PasswordAtConfirmation0320 } from "./0320-password-at-confirmation";
import { PapersInTheLog0330 } from "./0330-papers-in-the-log";
import { DeliveriesInOrder0350 } from "./0350-deliveries-in-order";
import { WhenABurstBegan0351 } from "./0351-when-a-burst-began";
import { WhatIsToldHasAnIndex0360 } from "./0360-what-is-told-has-an-index";
import { WhoseIsNotTold0370 } from "./0370-whose-is-not-told";
import { WordsOfPrivateBookings0371 } from "./0371-words-of-private-bookings";
import { NotesThatWereTakenBack0376 } from "./0376-notes-that-were-taken-back";
import { PlansForAnyTenant0380 } from "./0380-plans-for-any-tenant";
import { TitlesOfForms0381 } from "./0381-titles-of-forms";
import { ArchivesHaveAnOrder0390 } from "./0390-archives-have-an-order";
import { WordsStayInTheirProject0410 } from "./0410-words-stay-in-their-project";
import { WhatNobodySeesHasAnIndex0490 } from "./0490-what-nobody-sees-has-an-index";
import { SubtasksOfSomebody0361 } from "./0361-subtasks-of-somebody";
import { migrationsUntil0199 } from "./until-0199";

/** In the order in which they run: TypeORM orders by the digits at the end of each name. */
export const migrations = [
  ...migrationsUntil0199,
  ForestStepByStep0200,
  OverlapByTime0201,
  Equipment0202,
  PendingBlocks0203,
  HourlyRates0205,
  NewsPictures0209,
  TenantDeletion0210,
  NewsReaders0211,
  DottedLines0214,
  OnboardingOneTask0215,
  BookingBaskets0220,
  RequestDepartments0228,
  MoveInOneWrite0234,
  HolidayNames0241,
  InvoicePeriods0244,
  DaysAnnounced0247,
  DottedLineHistory0248,
  EquipmentByItself0251,
  OpenPayments0263,
  KeptInvoicePeriods0267,
  CalendarsFollow0270,
  SeriesByFreshStatistics0271,
  WeekStart0272,
  DriversCalendars0279,
  EffectiveDay0290,
  TimeZonesThatAreKnown0310,
  PasswordAtConfirmation0320,
  PapersInTheLog0330,
  DeliveriesInOrder0350,
  WhenABurstBegan0351,
  WhatIsToldHasAnIndex0360,
  SubtasksOfSomebody0361,
  WhoseIsNotTold0370,
  WordsOfPrivateBookings0371,
  NotesThatWereTakenBack0376,
  PlansForAnyTenant0380,
  TitlesOfForms0381,
  ArchivesHaveAnOrder0390,
  WordsStayInTheirProject0410,
  WhatNobodySeesHasAnIndex0490,
] as const;

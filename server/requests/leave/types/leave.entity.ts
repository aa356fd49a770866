import { Column, Entity } from "typeorm";
import { ContinuedRow, TenantRow } from "../../../platform/database/tenant-rows";
import type { Translations } from "../../../../shared/kernel/translations";
import type { ProrationMethod, Rounding } from "../../../../shared/requests/leave/types/allowance-settings.rules";
import type { DayCosts, DayHalf } from "../../../../shared/requests/leave/calendar/days.rules";
import type { DayCounting } from "../../../../shared/requests/leave/types/counting.rules";

/** The driver returns `numeric` as text. */
const days = {
  to: (value: number | null) => value,
  from: (text: string | null) => (text === null ? null : Number(text)),
};

/** A period in which a type can't be taken (`stop`), or only with a warning. */
export interface LeaveBlock {
  start_date: string;
  end_date: string;
  stop: boolean;
  note: string | null;
}

@Entity("leave_type")
export class LeaveTypeEntity extends TenantRow {
  @Column("text")
  name!: string;

  @Column("jsonb", { default: () => "'{}'" })
  translations!: Translations<string>;

  @Column("text")
  icon!: string;

  @Column("numeric", { name: "days_female", precision: 6, scale: 2, transformer: days })
  daysFemale!: number;

  @Column("numeric", { name: "days_male", precision: 6, scale: 2, transformer: days })
  daysMale!: number;

  @Column("text")
  counting!: DayCounting;

  @Column("boolean", { name: "one_time" })
  oneTime!: boolean;

  @Column("boolean")
  paid!: boolean;

  @Column("boolean", { name: "can_update_balance" })
  canUpdateBalance!: boolean;

  @Column("text", { nullable: true })
  gender!: "female" | "male" | null;

  @Column("numeric", { name: "attachment_after", precision: 6, scale: 2, nullable: true, transformer: days })
  attachmentAfter!: number | null;

  @Column("numeric", { name: "max_carried", precision: 6, scale: 2, nullable: true, transformer: days })
  maxCarried!: number | null;

  @Column("smallint", { name: "carried_until", nullable: true })
  carriedUntil!: number | null;

  @Column("boolean", { name: "half_days" })
  halfDays!: boolean;

  @Column("boolean", { name: "hr_step" })
  hrStep!: boolean;

  @Column("boolean", { name: "negative_allowed" })
  negativeAllowed!: boolean;

  @Column("text")
  accrual!: "yearly" | "monthly";

  /** Whether users who join or leave within a year get a share of the yearly allowance. */
  @Column("boolean")
  prorated!: boolean;

  @Column("text")
  proration!: ProrationMethod;

  @Column("text")
  rounding!: Rounding;

  /** Months after which credited time off in lieu expires; null if the type has none. */
  @Column("smallint", { name: "lieu_months", nullable: true })
  lieuMonths!: number | null;

  @Column("smallint", { name: "waiting_days", nullable: true })
  waitingDays!: number | null;

  @Column("numeric", { precision: 6, scale: 2, nullable: true, transformer: days })
  longest!: number | null;

  @Column("jsonb", { default: () => "'[]'" })
  blocks!: LeaveBlock[];

  @Column("boolean")
  active!: boolean;

  @Column("int")
  version!: number;
}

/** Leave, a request to change granted leave, or a claim for time worked on a free day. */
export type LeaveKind = "leave" | "change" | "credit";

@Entity("leave_request")
export class LeaveRequestEntity extends ContinuedRow {
  /** A change and a credit each have a row in `leave_change` and `leave_credit`. */
  @Column("text", { default: "leave" })
  kind!: LeaveKind;

  @Column("bigint", { name: "user_id" })
  userId!: number;

  @Column("bigint", { name: "leave_type_id" })
  leaveTypeId!: number;

  @Column("date", { name: "start_date" })
  startDate!: string;

  @Column("date", { name: "end_date" })
  endDate!: string;

  @Column("boolean", { name: "from_noon" })
  fromNoon!: boolean;

  @Column("boolean", { name: "to_noon" })
  toNoon!: boolean;

  /** Start and end of leave for part of a day, in the requester's time zone. */
  @Column("time", { name: "start_time", nullable: true })
  startTime!: string | null;

  @Column("time", { name: "end_time", nullable: true })
  endTime!: string | null;

  @Column("smallint", { name: "part_minutes", nullable: true })
  partMinutes!: number | null;

  @Column("numeric", { precision: 6, scale: 2, transformer: days })
  days!: number;

  @Column("jsonb", { nullable: true })
  counted!: DayCosts | null;

  @Column("text", { nullable: true })
  reason!: string | null;

  @Column("bigint", { name: "file_id", nullable: true })
  fileId!: number | null;

  @Column("bigint", { name: "substitute_id", nullable: true })
  substituteId!: number | null;

  /** User who entered the leave on behalf of the employee; null when the employee requested it. */
  @Column("bigint", { name: "entered_by", nullable: true })
  enteredBy!: number | null;

  /** Whether the request was sent and neither rejected nor cancelled. */
  @Column("boolean")
  live!: boolean;
}

@Entity("holiday")
export class HolidayEntity extends TenantRow {
  @Column("date")
  date!: string;

  @Column("text")
  name!: string;

  @Column("jsonb", { default: () => "'{}'" })
  translations!: Translations<string>;

  @Column("text", { nullable: true })
  half!: DayHalf | null;

  /** Location of the holiday; null for all locations. */
  @Column("text", { nullable: true })
  location!: string | null;

  @Column("int", { default: 1 })
  version!: number;
}

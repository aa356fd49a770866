import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import type { Translations } from "../../shared/kernel/translations";
import type { Half } from "../../shared/leave/leave.days.rules";

/** `numeric` comes as text. */
const days = {
  to: (value: number | null) => value,
  from: (text: string | null) => (text === null ? null : Number(text)),
};

/** Dates on which a type can't be taken (`stop`), or only with a warning. */
export interface LeaveBlock {
  start_date: string;
  end_date: string;
  stop: boolean;
  note: string | null;
}

@Entity("leave_type")
export class LeaveTypeEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("text")
  name!: string;

  /** What it is called in other languages than the one it is written in. */
  @Column("jsonb", { default: () => "'{}'" })
  translations!: Translations<string>;

  @Column("text")
  icon!: string;

  @Column("numeric", { name: "days_female", precision: 6, scale: 2, transformer: days })
  daysFemale!: number;

  @Column("numeric", { name: "days_male", precision: 6, scale: 2, transformer: days })
  daysMale!: number;

  @Column("text")
  counting!: "calendar" | "working";

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

@Entity("leave_request")
export class LeaveRequestEntity {
  @PrimaryColumn("bigint")
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "user_id" })
  userId!: number;

  @Column("bigint", { name: "leave_type_id" })
  leaveTypeId!: number;

  @Column("date", { name: "start_date" })
  startDate!: string;

  @Column("date", { name: "end_date" })
  endDate!: string;

  /** The first day begins at noon. */
  @Column("boolean", { name: "from_noon" })
  fromNoon!: boolean;

  /** The last day ends at noon. */
  @Column("boolean", { name: "to_noon" })
  toNoon!: boolean;

  @Column("numeric", { precision: 6, scale: 2, transformer: days })
  days!: number;

  @Column("text", { nullable: true })
  reason!: string | null;

  @Column("bigint", { name: "file_id", nullable: true })
  fileId!: number | null;

  /** Who stands in meanwhile. */
  @Column("bigint", { name: "substitute_id", nullable: true })
  substituteId!: number | null;

  /** Who entered it for somebody else; null: its owner asked for it. */
  @Column("bigint", { name: "entered_by", nullable: true })
  enteredBy!: number | null;

  /** Sent, and neither refused nor cancelled. */
  @Column("boolean")
  live!: boolean;
}

@Entity("holiday")
export class HolidayEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("date")
  date!: string;

  @Column("text")
  name!: string;

  /** What it is called in other languages than the one it is written in. */
  @Column("jsonb", { default: () => "'{}'" })
  translations!: Translations<string>;

  @Column("text", { nullable: true })
  half!: Half | null;

  /** Null: everywhere. */
  @Column("text", { nullable: true })
  location!: string | null;
}

import type { Period } from "../../../shared/kernel/periods.rules";
import type { PayrollPointKind } from "../../../shared/people/payroll/payroll.contract";
import type { PayrollCells, PayrollColumn } from "../../../shared/people/payroll/payroll.rules";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import { defineSlot } from "../../platform/slot";

/** Something that is usually settled before a month is closed. */
export interface PayrollPoint {
  kind: PayrollPointKind;
  user: Person;
  /** The request or planned change. */
  id: number | null;
  day: string | null;
  weeks: number | null;
}

/** A higher feature whose records are part of the payroll. */
export interface PayrollSource {
  openPoints(tx: Tx, month: Period): Promise<PayrollPoint[]>;
  /** Values of users, and the columns of records. */
  read(
    tx: Tx,
    userIds: readonly number[],
    month: Period,
  ): Promise<{ columns: PayrollColumn[]; cells: ReadonlyMap<number, PayrollCells> }>;
}

export const payrollSources = defineSlot<readonly PayrollSource[]>("payrollSources");

import type { Period } from "../../../shared/kernel/periods.rules";
import type { PayrollPointKind } from "../../../shared/people/payroll/payroll.contract";
import type {
  PayrollCells,
  PayrollColumn,
  PayrollColumnKey,
  PayrollReason,
} from "../../../shared/people/payroll/payroll.rules";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    payrollSources: readonly PayrollSource[];
  }
}

/** An open item that is usually settled before a month is closed. */
export interface PayrollPoint {
  kind: PayrollPointKind;
  user: Person;
  /** Id of the request or planned change. */
  id: number | null;
  day: string | null;
  weeks: number | null;
}

/** Values of users, and the columns of records. */
export interface PayrollValues {
  columns: PayrollColumn[];
  cells: ReadonlyMap<number, PayrollCells>;
  /** Records behind the values, by user. */
  reasons?: ReadonlyMap<number, PayrollReason[]>;
}

/** A month that is being closed or reopened, locked by the caller. */
export interface LockedMonth extends Period {
  id: number;
  /** `2026-11` */
  name: string;
}

/** A feature built on this one, whose records are part of the payroll. */
export interface PayrollSource {
  openPoints(tx: Tx, month: Period): Promise<PayrollPoint[]>;
  read(tx: Tx, userIds: readonly number[], month: Period): Promise<PayrollValues>;
  /** For records that are paid with the salary. */
  settling?: {
    /** Records are settled only if the column is exported. */
    column: PayrollColumnKey;
    /** The records to be settled, with their users, who need not be employed in the month. */
    owed(tx: Tx, month: Period): Promise<{ id: number; userId: number }[]>;
    /** Like `read`, and settles the records. */
    close(tx: Tx, actor: Actor, userIds: readonly number[], month: LockedMonth): Promise<PayrollValues>;
    /** Makes what the month has settled payable again. */
    reopen(tx: Tx, actor: Actor, month: LockedMonth): Promise<void>;
  };
}

export const payrollSources = defineFeatureSlot("payrollSources");

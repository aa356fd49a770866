import type { HandoverKind } from "../../../shared/people/employment/handover.kinds";
import type { Leaving } from "../../../shared/people/employment/leaving.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    lastDayEffects: LastDayEffects;
    handovers: Readonly<Record<HigherKind, HandOver>>;
  }
}

interface LastDayEffects {
  /** Called when the last day was set, withdrawn or reached. */
  apply: (tx: Tx, userId: number) => Promise<void>;
  remainingLeave: (tx: Tx, userId: number, lastDay: string) => Promise<Leaving["leave"]>;
}

/** Data that depends on the last day of an employee. */
export const lastDayEffects = defineFeatureSlot("lastDayEffects");

export interface HandoverContext {
  tx: Tx;
  /** The user on whose behalf the handover runs. */
  actor: Actor;
  from: number;
  to: number;
  /** First day after the employee's last day. */
  since: string;
}

export type HandOver = (context: HandoverContext) => Promise<void>;

/** Kinds that are handed over by features built on this one. */
export type HigherKind = Extract<HandoverKind, "budgets" | "cover" | "bookings" | "drivers">;

export const handovers = defineFeatureSlot("handovers");

import type { DepartmentPage } from "../../../shared/people/departments/departments.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    departmentBudget: ReadBudget;
  }
}

type ReadBudget = (tx: Tx, actor: Actor, departmentId: number, year: number) => Promise<DepartmentPage["budget"]>;

/** Reads a department's budget of a year; null if there is none or the actor may not see it. */
export const departmentBudget = defineFeatureSlot("departmentBudget");

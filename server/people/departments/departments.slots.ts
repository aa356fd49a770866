import type { DepartmentPage } from "../../../shared/people/departments/departments.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineSlot } from "../../platform/slot";

type ReadBudget = (tx: Tx, actor: Actor, departmentId: number, year: number) => Promise<DepartmentPage["budget"]>;

/** Reads a department's budget of a year; null if there is none or the actor may not see it. */
export const departmentBudget = defineSlot<ReadBudget>("departmentBudget");

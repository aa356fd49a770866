import type { InferType } from "yup";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { directoryStream, tenantStream } from "../../../shared/kernel/events";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { Department, DepartmentPage } from "../../../shared/people/departments/departments.contract";
import { maxDepartments, type departmentSchema } from "../../../shared/people/departments/departments.schema";
import { refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import { isActiveInternalUser } from "../../platform/database/internal-users";
import type { Tx } from "../../platform/database/unit-of-work";
import { streamPosition } from "../../platform/live/subscribe";
import { createRecords, emitter, entityWriter } from "../../platform/records/record.service";
import type { Actor } from "../../platform/session";
import { projectsOfDepartment } from "../../work/projects/related-projects.read";
import { DepartmentEntity } from "./department.entity";
import * as statements from "./departments.sql";
import { departmentBudget } from "./departments.slots";
import { guardOwnDepartment, refuseAbsorbingOwnDepartment } from "./own-department.policy";

type Input = InferType<typeof departmentSchema>;
type DepartmentRow = Omit<Department, "can">;

export const departmentRecords = createRecords<DepartmentRow, Input>({
  noun: "department",
  limit: { most: maxDepartments, field: "name" },
  rules: {
    department_name_once: "name",
    department_tenant_id_code_key: "code",
    department_no_cycle: ["parent_id", "department.cycle"],
    department_not_in_itself: ["parent_id", "department.cycle"],
  },
  statements: statements.departmentStatements,
  nameOf: ({ name }) => name,
  stream: directoryStream,
  emit: emitter("department", ({ id, name }) => ({ id, name })),
  check: requireReferencesExist,
  write: entityWriter(DepartmentEntity, ({ name, code, parent_id, head_id }: Input) => ({
    name,
    code,
    parentId: parent_id,
    headId: head_id,
  })),
  guard: guardOwnDepartment,
  uses: (tx, id) => tx.rows(statements.selectDepartmentUses, [id, tx.actor?.id ?? null]),
  async moveUses(tx, actor, id, successorId) {
    // A successor below the deleted department would become its own ancestor.
    const above = await tx.rows<{ id: number }>(statements.selectDepartmentsAbove, [successorId]);
    if (above.some((row) => row.id === id)) throw invalidFieldProblem("successor_id", "department.successorBelow");
    // Deleting the actor's own department changes their employment, which separation of duties forbids.
    if (await tx.one(statements.selectDepartmentMember, [id, actor.id])) await refuseOwnEmployment(tx, actor, actor.id);
    await refuseAbsorbingOwnDepartment(tx, actor, id, successorId);
    await guardOwnDepartment(tx, actor, async () => {
      const movedRules = await tx.rows<{ family: RequestFamily }>(statements.moveDepartmentRules, [id, successorId]);
      for (const family of new Set(movedRules.map((rule) => rule.family)))
        tx.emit("approval_rules.changed", tenantStream(tx.tenantId), { family });
      for (const move of statements.moveDepartmentReferences) await tx.rows(move, [id, successorId]);
    });
  },
});

/** @throws Problem 422 for an unknown parent department, and for a new head who is inactive or external. */
async function requireReferencesExist(tx: Tx, { head_id, parent_id }: Input, before: DepartmentRow | null) {
  if (head_id && head_id !== before?.head?.id && !(await isActiveInternalUser(tx, head_id)))
    throw invalidFieldProblem("head_id", "field.unknown");
  if (parent_id && !(await tx.one(statements.departmentStatements.byId, [parent_id])))
    throw invalidFieldProblem("parent_id", "field.unknown");
}

export async function readDepartmentPage(tx: Tx, actor: Actor, id: number, year: number): Promise<DepartmentPage> {
  const department = await departmentRecords.read(tx, actor, id);
  const [above, below, people, projects, budget, position] = await Promise.all([
    tx.rows<DepartmentPage["above"][number]>(statements.selectDepartmentsAbove, [id]),
    tx.rows<DepartmentPage["below"][number]>(statements.selectDepartmentsBelow, [id]),
    tx.rows<DepartmentPage["people"][number]>(statements.selectPeopleOfDepartment, [id]),
    projectsOfDepartment(tx, actor, id),
    departmentBudget.filling(tx, actor, id, year),
    streamPosition(tx, directoryStream(tx.tenantId)),
  ]);
  return { ...department, ...position, above, below, people, projects, budget };
}

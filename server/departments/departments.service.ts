import type { InferType } from "yup";
import type { DepartmentPage } from "../../shared/departments/departments.contract";
import type { departmentSchema } from "../../shared/departments/departments.schema";
import { directoryStream } from "../../shared/kernel/events";
import { maybePageOf, pageMetaOf, wholeMeta } from "../../shared/kernel/paging";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import { budgetsFor } from "../finance/finance-budget.service";
import { refuseOwnEmployment } from "../people/own-employment.service";
import { unlessTaken } from "../platform/database/constraints";
import { soughtIn } from "../platform/database/like";
import { requireRoomFor } from "../platform/database/room-for";
import type { Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { projectsOfDepartment } from "../projects/projects-of.service";
import { DepartmentEntity } from "./department.entity";
import { type DepartmentRow, presentDepartment } from "./departments.present";
import * as statements from "./departments.sql";
import { keepingOwnPlace, refuseTakingIn } from "./own-place.service";

type Input = InferType<typeof departmentSchema>;
type Sort = statements.DepartmentSort;
type Search = { q?: string; query?: string; search?: string };
type ListQuery = Search & { sort?: Sort; page?: number; per_page?: number; perPage?: number };

const rules = {
  department_name_once: "name",
  department_tenant_id_code_key: "code",
  department_no_cycle: ["parent_id", "department.cycle"],
  department_not_in_itself: ["parent_id", "department.cycle"],
} as const;

/** A page of departments, or all of them where nobody asks for a page. */
export async function departmentList(tx: Tx, actor: Actor, query: ListQuery) {
  const page = maybePageOf(query);
  const statement = statements.listDepartments(query.sort ?? "name");
  const values = [soughtIn(query), page?.perPage ?? null, page?.offset ?? 0];
  const rows = await tx.rows<DepartmentRow & { total: number }>(statement, values);
  const total = rows[0]?.total ?? 0;
  const data = rows.map((row) => presentDepartment(row, actor));
  const revision = await streamRevision(tx, directoryStream(tx.tenantId));
  return { data, revision, meta: page ? pageMetaOf(page, total) : wholeMeta(total) };
}

export const departmentChoices = (tx: Tx, query: Search) =>
  tx.rows<{ id: number; name: string; parent_id: number | null }>(statements.selectDepartments, [soughtIn(query)]);

async function readDepartment(tx: Tx, id: number): Promise<DepartmentRow> {
  const row = await tx.one<DepartmentRow>(statements.departmentById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/** A department with what one may see around it. @throws Problem 404. */
export async function departmentPage(tx: Tx, actor: Actor, id: number, year: number): Promise<DepartmentPage> {
  const row = await readDepartment(tx, id);
  const [above, below, people, projects, budgets, revision] = await Promise.all([
    tx.rows<DepartmentPage["above"][number]>(statements.departmentsAbove, [id]),
    tx.rows<DepartmentPage["below"][number]>(statements.departmentsBelow, [id]),
    tx.rows<DepartmentPage["people"][number]>(statements.peopleOfDepartment, [id]),
    projectsOfDepartment(tx, actor, id),
    mayKnowBudget(actor) ? budgetsFor(tx, actor, { year, department_id: id }) : [],
    streamRevision(tx, directoryStream(tx.tenantId)),
  ]);
  const [budget] = budgets;
  return {
    ...presentDepartment(row, actor),
    revision,
    above,
    below,
    people,
    projects,
    budget: budget
      ? {
          currency: budget.currency,
          amount: budget.amount,
          spent: budget.spent,
          waiting: budget.waiting,
          left: budget.left,
        }
      : null,
  };
}

const mayKnowBudget = (actor: Actor): boolean => actor.features.has("payment") && actor.permissions.has("payment-list");

/** @throws Problem 422 for a head who has left or is from outside, and for a department that isn't there. */
async function requireKnown(tx: Tx, { head_id, parent_id }: Input): Promise<void> {
  if (head_id && !(await tx.one(statements.mayLead, [head_id]))) throw invalid("head_id", "field.unknown");
  if (parent_id && !(await tx.one(statements.departmentById, [parent_id]))) throw invalid("parent_id", "field.unknown");
}

const rowOf = ({ name, code, parent_id, head_id }: Input) => ({
  name,
  ...(code !== undefined && { code }),
  ...(parent_id !== undefined && { parentId: parent_id }),
  ...(head_id !== undefined && { headId: head_id }),
});

/** @throws Problem 422 when the name or the code is taken, or what it names isn't there. */
export async function createDepartment(tx: Tx, actor: Actor, input: Input) {
  await requireKnown(tx, input);
  await requireRoomFor(tx, "department", "name");
  const { id } = await unlessTaken(rules, () => tx.repo(DepartmentEntity).insert(rowOf(input)));
  tx.emit("department.created", directoryStream(tx.tenantId), { id, name: input.name });
  return presentDepartment(await readDepartment(tx, id), actor);
}

/**
 * @throws Problem 404; 403 with four eyes where it changes who leads oneself, or what one leads or is in; 409 when somebody else changed it meanwhile; 422 as when
 * it is made, and for one below itself.
 */
export async function updateDepartment(tx: Tx, actor: Actor, id: number, input: Input) {
  if (!(await tx.one(statements.lockDepartment, [id]))) throw new Problem("notFound");
  const now = await readDepartment(tx, id);
  if (input.version !== undefined && input.version !== now.version) {
    throw new Problem("organisation.stale", { record: presentDepartment(now, actor) });
  }
  await requireKnown(tx, { ...input, head_id: input.head_id === now.head?.id ? null : input.head_id });
  await keepingOwnPlace(tx, actor, () =>
    unlessTaken(rules, () =>
      tx.repo(DepartmentEntity).update({ id }, { ...rowOf(input), version: () => "version + 1" }),
    ),
  );
  tx.emit("department.updated", directoryStream(tx.tenantId), { id, name: input.name });
  return presentDepartment(await readDepartment(tx, id), actor);
}

/** What names a department. */
async function usesOf(tx: Tx, id: number): Promise<Use[]> {
  const rows = await tx.rows<Omit<Use, "names"> & { names: string[] | null }>(statements.departmentUses, [
    id,
    tx.actor?.id ?? null,
  ]);
  return rows.filter(({ count }) => count > 0).map((use) => ({ ...use, names: use.names ?? [] }));
}

/**
 * Deletes a department; whatever names it names its successor from now on.
 * @throws Problem 404; 403 with four eyes for one's own and those above it, and into what one leads or is in; 409 with what names it when there is no successor; 422 for one that can't be it.
 */
export async function deleteDepartment(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions">,
  id: number,
  successorId: number | null,
): Promise<void> {
  const locked = await tx.rows<{ id: number }>(statements.lockForDeletion, [[id, successorId ?? id]]);
  if (!locked.some((row) => row.id === id)) throw new Problem("notFound");
  if (successorId === null) {
    const uses = await usesOf(tx, id);
    if (uses.length > 0) throw new Problem("organisation.inUse", { record: { uses } });
  } else {
    await requireSuccessor(tx, id, successorId, locked);
    await refuseOwnDepartment(tx, actor, id);
    await refuseTakingIn(tx, actor, id, successorId);
    await keepingOwnPlace(tx, actor, async () => {
      for (const move of statements.moveDepartment) await tx.rows(move, [id, successorId]);
    });
  }
  await tx.repo(DepartmentEntity).delete({ id });
  tx.emit("department.deleted", directoryStream(tx.tenantId), { id, successor_id: successorId });
}

async function requireSuccessor(tx: Tx, id: number, successorId: number, locked: { id: number }[]): Promise<void> {
  if (successorId === id || !locked.some((row) => row.id === successorId)) {
    throw invalid("successor_id", "field.unknown");
  }
  // What is below the one that goes would stand below itself.
  const above = await tx.rows<{ id: number }>(statements.departmentsAbove, [successorId]);
  if (above.some((row) => row.id === id)) throw invalid("successor_id", "department.successorBelow");
}

/** What they are here becomes another with it: with four eyes that is somebody else's to do. @throws Problem 403. */
async function refuseOwnDepartment(tx: Tx, actor: Pick<Actor, "id">, id: number): Promise<void> {
  if (await tx.one(statements.holdsDepartment, [id, actor.id])) await refuseOwnEmployment(tx, actor, actor.id);
}

import type { InferType } from "yup";
import { projectStream, userStream } from "../../../shared/kernel/events";
import type { colorTones } from "../../../shared/kernel/fields";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { codeFromTitle, freeCode } from "../../../shared/work/projects/projects.code.rules";
import type { createProjectSchema } from "../../../shared/work/projects/projects.schema";
import { cleanText } from "../../platform/rich-text/rich-text-fields";
import { enforceRowLimit, rowLimit } from "../../platform/database/row-limits";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { setTeam } from "./projects.members";
import { overseerIds } from "./projects.people";
import { requireReferencesExist } from "./projects.references";

/** Limits projects on every plan, including archived ones, because the permissions in each are returned at every sign-in. */
export const projectLimit = rowLimit("project", 5_000);

type Input = InferType<typeof createProjectSchema>;

// Locks the plan before a second statement counts projects. A statement that waits for the lock would count in an outdated snapshot.
const lockPlan = sql(
  "projects.lockPlan",
  `SELECT p.project_limit FROM tenant t JOIN plan p ON p.id = t.plan_id
   WHERE t.id = current_tenant() FOR NO KEY UPDATE OF t`,
);
const countOpen = sql(
  "projects.countOpen",
  `SELECT count(*)::int AS total FROM project WHERE tenant_id = current_tenant() AND archived_at IS NULL`,
);

/**
 * Checks that the plan allows one more project; archived projects don't count. Locks the tenant's row until the transaction ends, so that
 * two concurrent calls can't both use the last free project.
 * @throws Problem 403 `plan_limit_reached`.
 */
export async function enforceProjectLimit(tx: Tx): Promise<void> {
  const plan = await tx.one<{ project_limit: number | null }>(lockPlan);
  if (plan?.project_limit == null) return;
  const open = await tx.one<{ total: number }>(countOpen);
  if ((open?.total ?? 0) >= plan.project_limit)
    throw new Problem("plan_limit_reached", { values: { kind: "projects", limit: plan.project_limit } });
}

const selectCodesLike = sql(
  "projects.codes",
  `SELECT code FROM project WHERE tenant_id = current_tenant() AND left(code, 2) = left($1, 2)`,
);

const insertProject = sql(
  "projects.insert",
  `INSERT INTO project (tenant_id, title, code, description, client_id, department_id, start_date, end_date, color,
                        status, budget, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   ON CONFLICT (tenant_id, code) DO NOTHING
   RETURNING id, version`,
);

const insertColumns = sql(
  "projects.columns",
  `INSERT INTO task_status (tenant_id, project_id, title, kind, color, wip_limit, sort_order)
   SELECT current_tenant(), $1, title, kind, color, wip_limit, place::int
   FROM unnest($2::text[], $3::text[], $4::text[], $5::int[]) WITH ORDINALITY AS new (title, kind, color, wip_limit, place)`,
);

const columnKinds = ["todo", "doing", "done"] as const;

export interface NewColumn {
  title: string;
  kind: (typeof columnKinds)[number];
  color?: string | null;
  wip_limit?: number | null;
}

const usualColumns = (text: Translate): NewColumn[] =>
  columnKinds.map((kind) => ({ kind, title: text(`project.column.${kind}`) }));

/**
 * Creates a project; the creator becomes an owner. Without `columns` it has one per kind, named in the creator's language.
 * @returns its id.
 * @throws Problem 403 when the plan's limit is reached; 422 when the general limit is reached, the code is taken, or a reference is
 *   unknown.
 */
export async function createProject(
  tx: Tx,
  actor: Actor,
  input: Input,
  text: Translate,
  columns: readonly NewColumn[] = usualColumns(text),
): Promise<number> {
  await enforceProjectLimit(tx);
  await enforceRowLimit(tx, projectLimit, "title");
  await requireReferencesExist(tx, input);
  const code = input.code || (await unusedCode(tx, input.title));
  const values = [
    input.title,
    code,
    cleanText(tx, input.description ?? "", "description") || null,
    input.client_id ?? null,
    input.department_id ?? null,
    input.start_date ?? null,
    input.end_date ?? null,
    input.color ?? colorOf(code),
    input.status ?? "active",
    input.budget || null,
    actor.id,
  ];
  const project = await tx.one<{ id: number; version: number }>(insertProject, values);
  if (!project) throw invalidFieldProblem("code", "field.taken");
  await tx.rows(insertColumns, [
    project.id,
    columns.map(({ title }) => title),
    columns.map(({ kind }) => kind),
    columns.map(({ color }) => color ?? null),
    columns.map(({ wip_limit }) => wip_limit ?? null),
  ]);

  const created = { id: project.id, version: project.version, title: input.title, code };
  tx.emit("project.created", projectStream(project.id), created);
  const others = (input.members ?? []).filter((member) => member.user_id !== actor.id);
  const members = [{ user_id: actor.id, role: "owner" as const }, ...others];
  await setTeam(tx, "owner", { id: project.id, title: input.title }, { members, groups: input.groups });
  await emitToOverseers(tx, members, created);
  return project.id;
}

/** Emits the new project to users who see all projects without being members. */
async function emitToOverseers(
  tx: Tx,
  members: readonly { user_id: number }[],
  created: { id: number; version: number; title: string; code: string },
): Promise<void> {
  const memberIds = new Set(members.map((member) => member.user_id));
  for (const id of await overseerIds(tx)) if (!memberIds.has(id)) tx.emit("project.created", userStream(id), created);
}

async function unusedCode(tx: Tx, title: string): Promise<string> {
  const code = codeFromTitle(title);
  const usedCodes = await tx.rows<{ code: string }>(selectCodesLike, [code]);
  return freeCode(code, new Set(usedCodes.map((row) => row.code)));
}

const colors: readonly (typeof colorTones)[number][] = ["blue", "teal", "violet", "orange", "green", "rose", "amber"];

function colorOf(code: string): string {
  const sum = [...code].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7);
  return colors[sum % colors.length] as string;
}

import type { InferType } from "yup";
import { projectStream, userStream } from "../../shared/kernel/events";
import type { tones } from "../../shared/kernel/fields";
import { invalid, Problem } from "../../shared/kernel/problems";
import { codeFromTitle, freeCode } from "../../shared/projects/projects.code.rules";
import type { createProjectSchema } from "../../shared/projects/projects.schema";
import { cleanText } from "../platform/rich-text/rich-text-fields";
import { requireRoomFor } from "../platform/database/room-for";
import type { Actor } from "../platform/session";
import type { Translate } from "../platform/text";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { setTeam } from "./projects.members";
import { overseerIds } from "./projects.people";
import { requireKnown } from "./projects.references";

type Input = InferType<typeof createProjectSchema>;

// Locked first and counted by a second statement: one that waits for the lock would count what was there before.
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
 * Makes sure that the plan has room for one more project; archived ones don't count. Holds the tenant's row until the
 * transaction ends, so that two people can't take the last place both.
 * @throws Problem 403 `plan_limit_reached`.
 */
export async function requireRoomInPlan(tx: Tx): Promise<void> {
  const plan = await tx.one<{ project_limit: number | null }>(lockPlan);
  if (plan?.project_limit == null) return;
  const open = await tx.one<{ total: number }>(countOpen);
  if ((open?.total ?? 0) >= plan.project_limit) throw new Problem("plan_limit_reached");
}

const codesLike = sql(
  "projects.codes",
  `SELECT code FROM project WHERE tenant_id = current_tenant() AND left(code, 2) = left($1, 2)`,
);

const insert = sql(
  "projects.insert",
  `INSERT INTO project (tenant_id, title, code, description, client_id, department_id, start_date, end_date, color,
                        status, budget, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   ON CONFLICT (tenant_id, code) DO NOTHING
   RETURNING id, version`,
);

const insertColumns = sql(
  "projects.columns",
  `INSERT INTO task_status (tenant_id, project_id, title, kind, sort_order)
   SELECT current_tenant(), $1, title, kind, place::int
   FROM unnest($2::text[], ARRAY['todo', 'doing', 'done']) WITH ORDINALITY AS wanted (title, kind, place)`,
);

/**
 * Makes a project with its first three columns, named in the maker's language; the maker becomes an owner.
 * @returns its id.
 * @throws Problem 403 when the plan's limit is reached; 422 when there are too many for any plan, the code is taken, or something it
 * names is unknown.
 */
export async function createProject(tx: Tx, actor: Actor, input: Input, text: Translate): Promise<number> {
  await requireRoomInPlan(tx);
  await requireRoomFor(tx, "project", "title");
  await requireKnown(tx, input);
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
  const project = await tx.one<{ id: number; version: number }>(insert, values);
  if (!project) throw invalid("code", "field.taken");
  const titles = [text("project.column.todo"), text("project.column.doing"), text("project.column.done")];
  await tx.rows(insertColumns, [project.id, titles]);

  const created = { id: project.id, version: project.version, title: input.title, code };
  tx.emit("project.created", projectStream(project.id), created);
  const others = (input.members ?? []).filter((member) => member.user_id !== actor.id);
  const members = [{ user_id: actor.id, role: "owner" as const }, ...others];
  await setTeam(tx, "owner", { id: project.id, title: input.title }, { members, groups: input.groups });
  await tellOverseers(tx, members, created);
  return project.id;
}

/** Those who see every project have it in their list from now on, without being in it. */
async function tellOverseers(
  tx: Tx,
  members: readonly { user_id: number }[],
  created: { id: number; version: number; title: string; code: string },
): Promise<void> {
  const told = new Set(members.map((member) => member.user_id));
  for (const id of await overseerIds(tx)) if (!told.has(id)) tx.emit("project.created", userStream(id), created);
}

async function unusedCode(tx: Tx, title: string): Promise<string> {
  const wanted = codeFromTitle(title);
  const taken = await tx.rows<{ code: string }>(codesLike, [wanted]);
  return freeCode(wanted, new Set(taken.map((row) => row.code)));
}

const colors: readonly (typeof tones)[number][] = ["blue", "teal", "violet", "orange", "green", "rose", "amber"];

/** Another colour for another code, always the same for the same one. */
function colorOf(code: string): string {
  const sum = [...code].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7);
  return colors[sum % colors.length] as string;
}

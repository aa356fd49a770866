import type { BodyOf } from "../../../shared/kernel/endpoint";
import { addDays } from "../../../shared/kernel/days";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import type { createProjectFromTemplate, ProjectTemplate } from "../../../shared/work/templates/templates.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { createProject } from "../projects/projects.create";
import { createTask } from "../tasks/tasks.service";
import { builtInTemplates } from "./built-in-templates";

/** Columns that every new project has have texts of their own. */
const columnTitle = (name: string, text: Translate) =>
  text(["todo", "doing", "done"].includes(name) ? `project.column.${name}` : `projectTemplate.column.${name}`);

/** @returns the template in the language of `text`; undefined for an unknown code. */
function templateByCode(code: string, text: Translate): ProjectTemplate | undefined {
  if (!Object.hasOwn(builtInTemplates, code)) return undefined;
  const { columns, roles, tasks } = builtInTemplates[code] as (typeof builtInTemplates)[string];
  const textOf = (name: string) => text(`projectTemplate.${code}.${name}`);
  return {
    code,
    title: textOf("title"),
    description: textOf("description"),
    day_title: textOf("day"),
    columns: Object.entries(columns).map(([name, kind]) => ({ title: columnTitle(name, text), kind })),
    roles: roles.map((role) => ({ code: role, title: text(`projectTemplate.role.${role}`) })),
    tasks: Object.entries(tasks).map(([name, { due, role, subtasks = [] }]) => ({
      title: textOf(name),
      due_offset: due,
      role: role ?? null,
      subtasks: subtasks.map((subtask) => textOf(`${name}.${subtask}`)),
    })),
  };
}

export const listTemplates = (text: Translate): ProjectTemplate[] =>
  Object.keys(builtInTemplates).flatMap((code) => templateByCode(code, text) ?? []);

const selectFirstColumn = sql(
  "templates.firstColumn",
  `SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY sort_order LIMIT 1`,
);

const insertSubtasks = sql(
  "templates.insertSubtasks",
  `INSERT INTO subtask (tenant_id, task_id, name, sort_order)
   SELECT current_tenant(), $1, name, place FROM unnest($2::text[]) WITH ORDINALITY AS added (name, place)`,
);

/**
 * Creates a project with the columns and tasks of a template, named in the creator's language. The people of its roles become members.
 * @returns its id.
 * @throws Problem 404 for an unknown template; 403 without permission to create tasks; otherwise as `createProject`.
 */
export async function createFromTemplate(
  tx: Tx,
  actor: Actor,
  code: string,
  input: BodyOf<typeof createProjectFromTemplate>,
  text: Translate,
): Promise<number> {
  const template = templateByCode(code, text);
  if (!template) throw new Problem("notFound");
  const people = input.people ?? [];
  requireRoles(template, people);
  const projectId = await createWithPeople(tx, actor, input.title, people, text, template);
  const column = await tx.one<{ id: number }>(selectFirstColumn, [projectId]);
  const userOfRole = new Map(people.map(({ role, user_id }) => [role, user_id]));
  for (const { title, due_offset, role, subtasks } of template.tasks) {
    const assignee = role === null ? undefined : userOfRole.get(role);
    const task = {
      task_status_id: column?.id as number,
      title,
      due_date: addDays(input.day, due_offset),
      users: assignee === undefined ? [] : [assignee],
    };
    await createTask(tx, actor, task as Parameters<typeof createTask>[2], async (taskId) => {
      if (subtasks.length > 0) await tx.rows(insertSubtasks, [taskId, subtasks]);
    });
  }
  return projectId;
}

/** @throws Problem 422 at each role that the template doesn't have or that is sent twice. */
function requireRoles(template: ProjectTemplate, people: readonly { role: string }[]): void {
  const errors: FieldErrors = {};
  people.forEach(({ role }, at) => {
    const isKnown = template.roles.some(({ code }) => code === role);
    const isRepeated = people.findIndex((other) => other.role === role) !== at;
    if (!isKnown || isRepeated) errors[`people.${at}.role`] = [isKnown ? "field.taken" : "field.unknown"];
  });
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Creates the project with the people as members. Errors at a member are reported at the person. */
async function createWithPeople(
  tx: Tx,
  actor: Actor,
  title: string,
  people: readonly { user_id: number }[],
  text: Translate,
  { columns }: ProjectTemplate,
): Promise<number> {
  const memberIds = [...new Set(people.map(({ user_id }) => user_id))].filter((id) => id !== actor.id);
  const members = memberIds.map((user_id) => ({ user_id }));
  try {
    return await createProject(tx, actor, { title, members } as Parameters<typeof createProject>[2], text, columns);
  } catch (error) {
    if (!(error instanceof Problem) || !error.detail.errors) throw error;
    const errors = Object.entries(error.detail.errors).map(([field, messages]) => {
      const userId = memberIds[Number(/^members\.(\d+)\./.exec(field)?.[1])];
      const at = people.findIndex(({ user_id }) => user_id === userId);
      return [at < 0 ? field : `people.${at}.user_id`, messages];
    });
    throw new Problem(error.code, { ...error.detail, errors: Object.fromEntries(errors) as FieldErrors });
  }
}

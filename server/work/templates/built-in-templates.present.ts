import type { ProjectTemplate } from "../../../shared/work/templates/templates.contract";
import type { TemplateTask } from "../../../shared/work/templates/templates.schema";
import { initialCard } from "../../../shared/work/tasks/tasks.field-lists";
import type { Translate } from "../../platform/text";
import { builtInTemplates } from "./built-in-templates";

/** Titles of the columns of every new project have other keys. */
const columnTitle = (name: string, text: Translate) =>
  text(["todo", "doing", "done"].includes(name) ? `project.column.${name}` : `projectTemplate.column.${name}`);

const { priority, complexity, estimate_minutes } = initialCard();
/** Values of a task that a template doesn't set. */
export const initialTask = {
  description: null,
  column: 1,
  priority,
  complexity,
  estimate_minutes,
  start_offset: null,
  tags: [],
  field_values: [],
  series: null,
  blockers: [],
} satisfies Partial<TemplateTask>;

/** @returns the template of the product in the language of `text`; undefined for an unknown code. */
export function builtInTemplateOf(code: string, text: Translate): ProjectTemplate | undefined {
  if (!Object.hasOwn(builtInTemplates, code)) return undefined;
  const { columns, roles, tasks } = builtInTemplates[code] as (typeof builtInTemplates)[string];
  const textOf = (name: string) => text(`projectTemplate.${code}.${name}`);
  return {
    code,
    title: textOf("title"),
    description: textOf("description"),
    day_title: textOf("day"),
    id: null,
    version: null,
    changed_at: null,
    changed_by: null,
    can: { edit: false },
    revision: 1,
    outdated_projects: [],
    content: {
      columns: Object.entries(columns).map(([name, kind]) => ({
        title: columnTitle(name, text),
        kind,
        color: null,
        wip_limit: null,
      })),
      roles: roles.map((role) => ({ code: role, title: text(`projectTemplate.role.${role}`) })),
      tags: [],
      fields: [],
      views: [],
      tasks: Object.entries(tasks).map(([name, { due, role, subtasks = [] }]) => ({
        ...initialTask,
        title: textOf(name),
        due_offset: due,
        roles: role === undefined ? [] : [role],
        subtasks: subtasks.map((subtask) => ({ name: textOf(`${name}.${subtask}`), due_offset: null, role: null })),
      })),
    },
  };
}

export const listBuiltInTemplates = (text: Translate): ProjectTemplate[] =>
  Object.keys(builtInTemplates).flatMap((code) => builtInTemplateOf(code, text) ?? []);

import {
  contentFormat,
  type TemplateContent,
  type TemplateTask,
} from "../../../../shared/work/templates/templates.schema";
import { isoInstantOf } from "../../../platform/demo/demo.rows";
import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { initialTask } from "../built-in-templates.present";

interface DemoTemplate {
  title: string;
  description: string;
  day_title: string;
  columns: TemplateContent["columns"];
  /** Titles of the roles. */
  roles: readonly string[];
  /** Title, offset of the due date, position of the role, and subtasks. */
  tasks: readonly (readonly [title: string, due: number, role: number, subtasks?: readonly string[]])[];
  revision: number;
  /** Code of the project that was created from the first revision. */
  usedBy: string;
}

const columns: TemplateContent["columns"] = [
  { title: "To do", kind: "todo", color: "blue", wip_limit: null },
  { title: "In progress", kind: "doing", color: "orange", wip_limit: 8 },
  { title: "Waiting for others", kind: "doing", color: "amber", wip_limit: null },
  { title: "Done", kind: "done", color: "green", wip_limit: null },
];

/** Templates that users of the first tenant have saved. The content of the first one has changed since it was used. */
const demoTemplates: readonly DemoTemplate[] = [
  {
    title: "New depot",
    description: "From the lease to the first delivery.",
    day_title: "Day of the opening",
    columns,
    roles: ["Site manager", "Fleet", "IT"],
    tasks: [
      ["Sign the lease", -120, 1],
      ["Order racks and forklifts", -80, 1, ["Racks", "Forklifts", "Charging points"]],
      ["Connect the network", -45, 3],
      ["Plan the routes", -30, 2],
      ["Train the first shift", -7, 1, ["Safety", "Scanners"]],
      ["First delivery", 0, 2],
      ["Review the first month", 30, 1],
    ],
    revision: 2,
    usedBy: "DEP",
  },
  {
    title: "Release of the portal",
    description: "Steps of every larger release.",
    day_title: "Day of the release",
    columns,
    roles: ["Development", "Support"],
    tasks: [
      ["Freeze the scope", -14, 1],
      ["Write the release notes", -5, 2],
      ["Test with three customers", -3, 1],
      ["Release", 0, 1, ["Backup", "Deployment", "Check the logs"]],
      ["Collect feedback", 7, 2],
    ],
    revision: 1,
    usedBy: "CUP",
  },
];

const roleCode = (position: number) => `role${position}`;

const contentOf = ({ columns: ownColumns, roles, tasks }: DemoTemplate): TemplateContent => ({
  columns: ownColumns,
  roles: roles.map((title, at) => ({ code: roleCode(at + 1), title })),
  tags: [],
  fields: [],
  views: [],
  tasks: tasks.map(
    ([title, due_offset, role, subtasks = []]): TemplateTask => ({
      ...initialTask,
      title,
      due_offset,
      roles: [roleCode(role)],
      subtasks: subtasks.map((name) => ({ name, due_offset: null, role: null })),
    }),
  ),
});

/** Runs after the projects of the tenant. */
export function writeTemplates({ log, tenant }: TenantDemo): void {
  const projects = (log.rows["project"] ?? []).filter((row) => row["tenant_id"] === tenant.id);
  for (const template of demoTemplates) {
    const project = projects.find(({ code }) => code === template.usedBy);
    if (!project) continue;
    const id = log.id("project_template");
    const { title, description, day_title, revision } = template;
    log.add("project_template", {
      tenant_id: tenant.id,
      id,
      title,
      description,
      day_title,
      content: contentOf(template),
      content_format: contentFormat,
      revision,
      version: revision,
      created_by: project["created_by"],
      changed_by: project["created_by"],
      changed_at: isoInstantOf(tenant.now.getTime()),
    });
    log.add("project_template_use", {
      tenant_id: tenant.id,
      project_id: project["id"],
      template_id: id,
      title,
      revision: 1,
    });
  }
}

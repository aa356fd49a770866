import type { ExportedTask, ProjectExport } from "../../../shared/work/project-export/project-export.schema";
import { markdownOfHtml } from "./markdown-of-html";

/** Name of a task's Markdown file in the ZIP. */
export const markdownPathOf = ({ number, title }: Pick<ExportedTask, "number" | "title">): string =>
  `tasks/${[number, slugOf(title)].filter(Boolean).join("-")}.md`;

const slugOf = (title: string): string =>
  [...title.normalize("NFC").replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")]
    .slice(0, 60)
    .join("")
    .replace(/^-+|-+$/g, "");

/** The texts of a task for readers without a program: title, description, subtasks and comments. */
export function markdownOfTask(
  task: ExportedTask,
  { project, people }: Pick<ProjectExport, "project" | "people">,
): string {
  const nameOf = (id: number | null) => people.find((person) => person.id === id)?.name ?? "–";
  const parts = [
    `# ${project.code}-${task.number} ${task.title}`,
    task.description && markdownOfHtml(task.description),
    task.subtasks.map(({ name, completed }) => `- [${completed ? "x" : " "}] ${name}`).join("\n"),
    ...task.comments.map(
      ({ author, created_at, body }) => `---\n\n**${nameOf(author)}** · ${created_at}\n\n${markdownOfHtml(body)}`,
    ),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

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

/**
 * The texts of a task for readers without a program: title, description, subtasks and comments. One part at a time, because a task can have
 * thousands of comments.
 * @param names names of people by their number in the export
 */
export function* markdownOfTask(
  task: ExportedTask,
  { code }: Pick<ProjectExport["project"], "code">,
  names: ReadonlyMap<number, string>,
): Generator<string> {
  yield `# ${code}-${task.number} ${task.title}\n`;
  if (task.description) yield `\n${markdownOfHtml(task.description)}\n`;
  if (task.subtasks.length > 0)
    yield `\n${task.subtasks.map(({ name, completed }) => `- [${completed ? "x" : " "}] ${name}`).join("\n")}\n`;
  for (const { author, created_at, body } of task.comments) {
    const name = author === null ? undefined : names.get(author);
    yield `\n---\n\n**${name ?? "–"}** · ${created_at}\n\n${markdownOfHtml(body)}\n`;
  }
}

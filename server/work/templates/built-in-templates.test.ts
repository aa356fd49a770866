import { type Language, languages } from "../../../shared/kernel/languages";
import { translator } from "../../platform/text";
import { builtInTemplates } from "./built-in-templates";
import { listBuiltInTemplates } from "./built-in-templates.present";

test.each(Object.keys(languages) as Language[])("all texts of the templates exist in %s", (language) => {
  const templates = listBuiltInTemplates(translator(language));
  expect(templates).toHaveLength(10);
  const texts = templates.flatMap(({ title, description, day_title, content: { columns, roles, tasks } }) => [
    title,
    description ?? "",
    day_title ?? "",
    ...columns.map((column) => column.title),
    ...roles.map((role) => role.title),
    ...tasks.flatMap((task) => [task.title, ...task.subtasks.map(({ name }) => name)]),
  ]);
  expect(texts.filter((text) => text === "" || /^project(Template)?\./.test(text))).toEqual([]);
});

test.each(Object.entries(builtInTemplates))(
  "tasks of the template %s have its roles and are in order",
  (_, template) => {
    const tasks = Object.values(template.tasks);
    expect(tasks.flatMap(({ role }) => (role && !template.roles.includes(role) ? role : []))).toEqual([]);
    expect(template.roles.filter((role) => !tasks.some((task) => task.role === role))).toEqual([]);
    expect(tasks.map(({ due }) => due)).toEqual(tasks.map(({ due }) => due).toSorted((a, b) => a - b));
    expect(Object.values(template.columns).at(-1)).toBe("done");
  },
);

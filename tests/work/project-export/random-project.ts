import fc from "fast-check";
import { colorTones, lineField, oneLine } from "../../../shared/kernel/fields";
import { sanitizeRichText } from "../../../server/platform/rich-text/rich-text";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";
import { hasOptions } from "../../../shared/work/fields/fields.schema";
import {
  type ExportedField,
  type ExportedPerson,
  type ExportedTask,
  type ExportedValue,
  type ProjectExport,
  projectExportFormat,
  projectExportVersion,
} from "../../../shared/work/project-export/project-export.schema";
import { pdf, png } from "../../support/sample-files";
import { randomParts } from "./random-parts";

export interface RandomProject {
  content: ProjectExport;
  /** By path in the ZIP. */
  files: Map<string, Buffer>;
}

const color = fc.constantFrom(...colorTones);
const isLine = (text: string) => text !== "" && lineField(60).isValidSync(text) && lineField(60).cast(text) === text;
const hostileLines = ["__proto__", "constructor", "=1+1", "a, b; c", "<b>", "مهمة ١", "👩‍👩‍👧 family", "x".repeat(60)];
const line = fc.oneof(
  fc.constantFrom(...hostileLines),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).map(oneLine).filter(isLine),
);
const paragraph = fc.constantFrom(
  "<p>Plain</p>",
  "<p><strong>Bold</strong> &amp; <em>both</em></p>",
  "<ul><li><p>One</p></li><li><p>Two</p></li></ul>",
  '<p><a href="https://a.example/?x=1&amp;y=2">link</a></p>',
  "<pre>code `x`</pre>",
  "<blockquote><p>Quote</p></blockquote>",
  "<table><tbody><tr><td><p>A</p></td></tr></tbody></table>",
);
const html = (people: number) =>
  fc
    .array(
      fc.oneof(
        paragraph,
        fc.integer({ min: 1, max: people }).map((id) => `<p><span data-mention="${id}">@</span></p>`),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => sanitizeRichText(parts.join("")));
const dayNumberOf = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);
const day = fc.integer({ min: 0, max: 300 }).map(dayNumberOf);
const instant = fc
  .integer({ min: 0, max: 86_400_000 * 300 })
  .map((ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString());
const dates = fc.option(fc.tuple(day, day)).map((pair) => {
  const [start_date, due_date] = pair?.toSorted() ?? [null, null];
  return { start_date: start_date ?? null, due_date: due_date ?? null };
});

const uniqueTexts = (maxLength: number) =>
  fc.uniqueArray(
    // As long as names of tags.
    line.filter((text) => text.length <= 40),
    { maxLength, selector: (text) => text.normalize("NFKD").toLowerCase() },
  );

const field = (kind: FieldKind, columns: number): fc.Arbitrary<Omit<ExportedField, "id" | "title">> =>
  fc.record({
    kind: fc.constant(kind),
    max_length: kind === "text" ? fc.integer({ min: 40, max: 500 }) : fc.constant(null),
    decimals: kind === "number" ? fc.integer({ min: 0, max: 6 }) : fc.constant(null),
    unit: kind === "number" ? fc.option(fc.constantFrom("kg", "€", "%")) : fc.constant(null),
    on_card: fc.boolean(),
    required_columns: fc.subarray(Array.from({ length: columns }, (_, at) => at + 1)),
    options: hasOptions(kind)
      ? fc
          .array(fc.record({ color, deleted: fc.boolean() }), { minLength: 1, maxLength: 5 })
          .map((options) => [...options, { color: "blue" as const, deleted: false }])
          // Deleted options may have the title of another one.
          .map((options) =>
            options.map((option, at) => ({
              ...option,
              id: at + 1,
              title: option.deleted ? "Old" : `Option ${at + 1}`,
            })),
          )
      : fc.constant([]),
  });

function valueOf({ kind, decimals, options }: ExportedField, people: number): fc.Arbitrary<ExportedValue> {
  const optionIds = options.map(({ id }) => id);
  const values: Record<FieldKind, fc.Arbitrary<ExportedValue>> = {
    text: line.filter((text) => text.length <= 40),
    number: fc
      .integer({ min: -999_999, max: 999_999 })
      .map((value) => Number((value / 1_000).toFixed(decimals ?? 0)) + 0), // -0, which JSON doesn't have, becomes 0
    day,
    flag: fc.boolean(),
    choice: fc.constantFrom(...(optionIds.length > 0 ? optionIds : [1])),
    choices: fc.subarray(optionIds.length > 0 ? optionIds : [1], { minLength: 1 }),
    person: fc.integer({ min: 1, max: people }),
    link: fc.constantFrom("https://a.example/x", "https://b.example/?q=1&r=2"),
  };
  return values[kind];
}

const file = fc.record({
  bytes: fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
      .map(([width, height]) => png(width, height)),
    fc.constantFrom("One", "Two").map((text) => pdf(text)),
  ),
  title: line,
  stem: fc.constantFrom("a", "plan & cost", "خطة", "a:b?"),
  created_at: instant,
  is_cover: fc.boolean(),
});

interface Shape {
  people: ExportedPerson[];
  columns: number;
  tags: number;
  fields: ExportedField[];
}

const task = ({ people, columns, tags, fields }: Shape) => {
  const person = fc.option(fc.integer({ min: 1, max: people.length }));
  // Names of comments' authors are kept for people without an account.
  const userCount = people.filter(({ email }) => email !== null).length;
  const user = fc.integer({ min: 1, max: userCount });
  return fc.record({
    title: line,
    description: fc.option(html(userCount)),
    column: fc.integer({ min: 1, max: columns }),
    priority: fc.constantFrom("high" as const, "medium" as const, "low" as const),
    complexity: fc.integer({ min: 1, max: 5 }),
    dates,
    estimate_minutes: fc.option(fc.integer({ min: 1, max: 60_000 })),
    progress: fc.integer({ min: 0, max: 100 }),
    progress_by_hand: fc.boolean(),
    created_at: instant,
    archived_at: fc.option(instant),
    template: fc.constant(null),
    template_version: fc.constant(null),
    reporter: fc.option(user),
    assignees: fc.subarray(Array.from({ length: userCount }, (_, at) => at + 1)),
    tags: fc.subarray(Array.from({ length: tags }, (_, at) => at + 1)),
    values: fc.tuple(
      ...fields.map((one) => fc.option(valueOf(one, userCount).map((value) => ({ field: one.id, value })))),
    ),
    subtasks: fc.array(
      fc.record({ name: line, completed: fc.boolean(), due_date: fc.option(day), assignee: fc.option(user) }),
      { maxLength: 3 },
    ),
    comments: fc.array(
      fc.record({
        author: person.map((id) => id ?? 1),
        created_at: instant,
        edited_at: fc.option(instant),
        body: html(userCount),
      }),
      { maxLength: 3 },
    ),
    blockers: fc.array(fc.nat(), { maxLength: 2 }),
    files: fc.array(fc.record({ file, created_by: fc.option(user) }), { maxLength: 2 }),
  });
};

type TaskDraft = ReturnType<typeof task> extends fc.Arbitrary<infer Draft> ? Draft : never;

/** Tasks in the order of their columns, blocked by earlier ones only, so that no cycle is possible. */
function finishTasks(
  drafts: readonly TaskDraft[],
  numbers: readonly number[],
  files: RandomProject["files"],
): ExportedTask[] {
  const sorted = drafts.toSorted((a, b) => a.column - b.column);
  return sorted.map(({ dates: { start_date, due_date }, values, blockers, files: attached, ...draft }, at) => {
    const number = numbers[at] as number;
    const earlier = at === 0 ? [] : [...new Set(blockers.map((blocker) => numbers[blocker % at] as number))];
    let hasCover = false;
    return {
      ...draft,
      number,
      start_date,
      due_date,
      values: values.filter((value) => value !== null),
      blockers: earlier.toSorted((a, b) => a - b),
      files: attached.map(({ file: { bytes, title, stem, created_at, is_cover }, created_by }, place) => {
        const isImage = bytes[0] === 0x89;
        const isCover = is_cover && isImage && !hasCover;
        hasCover ||= isCover;
        const name = `${stem}.${isImage ? "png" : "pdf"}`;
        const path = `files/${number}/${place + 1}-${name.replace(/[:?]/g, "_")}`;
        files.set(path, bytes);
        return { title, name, path, created_at, created_by, is_cover: isCover };
      }),
    };
  });
}

/** Projects with all kinds of content. `users` are the members, sorted by name; the others have only a name. */
export function randomProject(users: readonly Omit<ExportedPerson, "id">[]): fc.Arbitrary<RandomProject> {
  const people = [...users, { name: "zz Left", email: null, role: null }].map((person, at) => ({
    ...person,
    id: at + 1,
  }));
  return fc
    .record({
      columns: fc.array(
        fc.record({
          title: line,
          kind: fc.constantFrom("todo" as const, "doing" as const, "done" as const),
          color: fc.option(color),
          wip_limit: fc.option(fc.integer({ min: 1, max: 999 })),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      tags: uniqueTexts(3),
      fieldTitles: uniqueTexts(5),
      templateTitles: uniqueTexts(2),
      numbers: fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 6, maxLength: 6 }),
      tagColor: color,
    })
    .chain(({ columns, tags, fieldTitles, templateTitles, numbers, tagColor }) =>
      fc
        .tuple(
          ...fieldTitles.map((title, at) =>
            fc
              .constantFrom<FieldKind[]>("text", "number", "day", "flag", "choice", "choices", "person", "link")
              .chain((kind) => field(kind, columns.length))
              .map((one): ExportedField => ({ ...one, id: at + 1, title })),
          ),
        )
        .chain((fields) =>
          fc
            .record({
              title: line,
              description: fc.option(html(1)),
              color,
              status: fc.constantFrom("planned" as const, "active" as const, "on_hold" as const, "completed" as const),
              dates,
              budget: fc.option(fc.integer({ min: 1, max: 10 ** 9 })),
              drafts: fc.array(task({ people, columns: columns.length, tags: tags.length, fields }), {
                minLength: 2,
                maxLength: 6,
              }),
              parts: randomParts(
                {
                  userCount: users.length,
                  columns: columns.length,
                  tags: tags.length,
                  fields,
                  taskNumbers: numbers.slice(0, 2),
                  line,
                  valueOf,
                },
                templateTitles,
              ),
            })
            .map(({ drafts, parts, dates: { start_date, due_date }, budget, ...project }) => {
              const files = new Map<string, Buffer>();
              const content: ProjectExport = {
                format: projectExportFormat,
                version: projectExportVersion,
                exported_at: "2026-01-01T00:00:00.000Z",
                project: {
                  ...project,
                  code: "RND",
                  start_date,
                  end_date: due_date,
                  budget: budget === null ? null : { amount: (budget / 100).toFixed(2), currency: "USD" },
                },
                people,
                columns: columns.map((column, at) => ({ ...column, id: at + 1 })),
                tags: tags.map((name, at) => ({ id: at + 1, name, color: tagColor })),
                fields,
                ...parts,
                tasks: finishTasks(drafts, numbers, files).map((one, at) => {
                  const template = parts.task_templates[at];
                  return { ...one, template: template?.title ?? null, template_version: template ? at + 1 : null };
                }),
              };
              return { content, files };
            }),
        ),
    );
}

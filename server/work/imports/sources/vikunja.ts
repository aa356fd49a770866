import { escapeText } from "../../../platform/rich-text/escape";
import { columnKindOf } from "../column-kinds";
import {
  type ImportedBoard,
  type ImportedColumn,
  type ImportedComment,
  type ImportedFile,
  type ImportedPerson,
  type ImportedTag,
  LossCounter,
  maxFilesPerCard,
} from "../imported-board";
import { instantOf, isRecord, numberOf, recordsOf, textOf } from "../json";
import { toneOfHex } from "../tones";
import { linkCards, type UnlinkedCard } from "./table-links";
import { htmlOfVikunja } from "./vikunja-text";

type Json = Record<string, unknown>;

/** Whether the content is the data file of Vikunja's export. */
export const isVikunjaExport = (content: unknown): boolean =>
  Array.isArray(content) &&
  content.length > 0 &&
  content.every((each) => isRecord(each) && textOf(each.title) !== null && "tasks" in each && "buckets" in each);

/**
 * The projects of Vikunja's export, each as a board.
 * @param paths names of the entries in the ZIP
 * @param folder of the export in the ZIP
 * @throws when the content isn't a list of projects.
 */
export function readVikunjaProjects(content: unknown, paths: ReadonlySet<string> = new Set(), folder = "") {
  if (!isVikunjaExport(content)) throw new Error("not the export of Vikunja");
  const projects = flattenProjects(recordsOf(content));
  const titles = new Map(projects.map(({ project, id }) => [id, textOf(project.title) ?? "–"]));
  return projects.map(({ project, id, parentId }) => {
    const title = titles.get(id) ?? "–";
    const parent = parentId === null ? undefined : titles.get(parentId);
    return {
      id,
      title: parent === undefined ? title : `${parent} / ${title}`,
      count: recordsOf(project.tasks).length,
      read: () => new ProjectReader(project, paths, folder).read(id, title),
    };
  });
}

interface ListedProject {
  project: Json;
  id: string;
  parentId: string | null;
}

/** Projects refer to their parent; some versions have them inside of their parent. Negative ids are lists such as the favourites. */
function flattenProjects(projects: readonly Json[], parentId: string | null = null): ListedProject[] {
  const listed = projects.flatMap((project): ListedProject[] => {
    const id = numberOf(project.id) ?? 0;
    if (id <= 0) return [];
    const parent = parentId ?? idOf(project.parent_project_id);
    return [
      { project, id: String(id), parentId: parent },
      ...flattenProjects(recordsOf(project.child_projects), String(id)),
    ];
  });
  return [...new Map(listed.map((each) => [each.id, each])).values()];
}

/** Ids are positive; 0 means none. */
function idOf(value: unknown): string | null {
  const id = numberOf(value);
  return id !== null && id > 0 ? String(id) : null;
}

/** Empty times are in the year 1. */
function timeOf(value: unknown): string | null {
  const at = instantOf(value);
  return at === null || at.startsWith("0001-") ? null : at;
}

/** Columns for tasks that are in no bucket, and for tasks that are done in a project without a bucket for them. */
const withoutBucket = "none:";
const doneWithoutBucket = "done:";

class ProjectReader {
  private readonly losses = new LossCounter();
  private readonly people = new Map<string, ImportedPerson>();
  private readonly tags = new Map<string, ImportedTag>();
  private readonly view: Json;
  private readonly buckets: readonly Json[];
  private readonly bucketOfTask: ReadonlyMap<string, string>;
  private readonly doneBucketId: string | null;
  private readonly taskIds: ReadonlySet<string>;

  constructor(
    private readonly project: Json,
    private readonly paths: ReadonlySet<string>,
    private readonly folder: string,
  ) {
    const boards = byPosition(recordsOf(project.views)).filter(({ view_kind }) => view_kind === "kanban");
    const bucketsOf = (view: Json) =>
      recordsOf(project.buckets).filter(({ project_view_id }) => idOf(project_view_id) === idOf(view.id));
    // Before its views, Vikunja had one list of buckets per project, which no view owns.
    this.view = boards.find((view) => bucketsOf(view).length > 0) ?? {};
    this.buckets = byPosition(bucketsOf(this.view));
    const bucketIds = new Set(this.buckets.map(({ id }) => idOf(id)));
    this.bucketOfTask = new Map(
      recordsOf(project.task_buckets).flatMap(({ task_id, bucket_id }): [string, string][] => {
        const [taskId, bucketId] = [idOf(task_id), idOf(bucket_id)];
        return taskId && bucketId && bucketIds.has(bucketId) ? [[taskId, bucketId]] : [];
      }),
    );
    this.doneBucketId =
      idOf(this.view.done_bucket_id) ?? idOf(this.buckets.find(({ is_done_bucket }) => is_done_bucket === true)?.id);
    this.taskIds = new Set(recordsOf(project.tasks).flatMap(({ id }) => idOf(id) ?? []));
  }

  read(id: string, title: string): ImportedBoard {
    const { cards, fields } = linkCards(
      this.inOrder(recordsOf(this.project.tasks)).flatMap((task) => this.readTask(task)),
      [],
      this.losses,
    );
    // Ids are small numbers that each server has; the time of creation distinguishes them.
    const createdAt = timeOf(this.project.created);
    return {
      source: "vikunja",
      sourceId: createdAt ? `${id} ${createdAt}` : null,
      title,
      columns: this.columns(new Set(cards.map(({ columnId }) => columnId))),
      tags: [...this.tags.values()],
      people: [...this.people.values()],
      fields,
      cards,
      losses: this.losses.list(),
    };
  }

  /** Positions are stored per view, in older versions with the task. */
  private inOrder(tasks: readonly Json[]): Json[] {
    const viewId = idOf(this.view.id);
    const positions = new Map(
      recordsOf(this.project.positions)
        .filter(({ project_view_id }) => idOf(project_view_id) === viewId)
        .map(({ task_id, position }) => [idOf(task_id), numberOf(position)]),
    );
    const positionOf = (task: Json) => positions.get(idOf(task.id)) ?? numberOf(task.position) ?? 0;
    return tasks.toSorted((a, b) => positionOf(a) - positionOf(b));
  }

  private columns(usedIds: ReadonlySet<string>): ImportedColumn[] {
    const buckets = this.buckets.flatMap(({ id, title, limit }): ImportedColumn[] => {
      const [bucketId, name, wipLimit] = [idOf(id), textOf(title) ?? "–", numberOf(limit)];
      if (!bucketId) return [];
      const kind = bucketId === this.doneBucketId ? "done" : columnKindOf(name);
      return [
        { id: bucketId, title: name, kind, isClosed: false, wipLimit: wipLimit && wipLimit > 0 ? wipLimit : null },
      ];
    });
    const extra = (id: string, kind: ImportedColumn["kind"]): ImportedColumn[] =>
      usedIds.has(id) ? [{ id, title: "", kind, isClosed: false }] : [];
    return [...extra(withoutBucket, "todo"), ...buckets, ...extra(doneWithoutBucket, "done")];
  }

  private columnOf(task: Json): string {
    if (task.done === true) return this.doneBucketId ?? doneWithoutBucket;
    const bucketIds = this.buckets.map(({ id }) => idOf(id));
    const own = this.bucketOfTask.get(idOf(task.id) ?? "") ?? idOf(task.bucket_id);
    const chosen = own !== null && bucketIds.includes(own) ? own : idOf(this.view.default_bucket_id);
    return chosen !== null && bucketIds.includes(chosen) ? chosen : withoutBucket;
  }

  private readTask(task: Json): UnlinkedCard[] {
    const id = idOf(task.id);
    if (!id) return [];
    const key = keyOf(task);
    const [due, end] = [timeOf(task.due_date), timeOf(task.end_date)];
    const percent = numberOf(task.percent_done) ?? 0;
    this.countUnread(task, due !== null && end !== null);
    const { links, others } = this.linksOf(task, key);
    return [
      {
        id,
        key,
        title: textOf(task.title) ?? key ?? "–",
        description: describe(task, others),
        columnId: this.columnOf(task),
        isArchived: false,
        priority: priorityOf(task.priority),
        startDay: timeOf(task.start_date),
        dueDay: due ?? end,
        estimateMinutes: null,
        ...(percent > 0 && task.done !== true && { progress: progressOf(percent), isProgressByHand: true }),
        tagIds: recordsOf(task.labels).flatMap((label) => this.tagOf(label) ?? []),
        personIds: recordsOf(task.assignees).flatMap((person) => this.personOf(person) ?? []),
        reporterId: this.personOf(task.created_by),
        createdAt: timeOf(task.created),
        completedAt: task.done === true ? timeOf(task.done_at) : null,
        subtasks: [],
        comments: this.commentsOf(task),
        values: new Map(),
        blockerIds: [],
        files: this.filesOf(task, key),
        links,
      },
    ];
  }

  private countUnread(task: Json, hasTwoEnds: boolean): void {
    const repeats = (numberOf(task.repeat_after) ?? 0) > 0 || task.repeat_mode === 1;
    this.losses.add("unread", "repeat_after", repeats ? 1 : 0);
    this.losses.add("unread", "reminders", recordsOf(task.reminders).length);
    this.losses.add("unread", "end_date", hasTwoEnds ? 1 : 0);
    this.losses.add("unread", "hex_color", textOf(task.hex_color) ? 1 : 0);
    this.losses.add("unread", "reactions", isRecord(task.reactions) ? Object.keys(task.reactions).length : 0);
  }

  /** Blocking tasks and the parent within the project; other relations as texts such as "related: #4 Boxes". */
  private linksOf(task: Json, key: string | null): { links: UnlinkedCard["links"]; others: string[] } {
    const links: UnlinkedCard["links"] = { blockedBy: [], blocks: [], parents: [], parentTitle: null, hasColumn: true };
    const lists = new Map([
      ["blocked", links.blockedBy],
      ["blocking", links.blocks],
      ["parenttask", links.parents],
    ]);
    const others: string[] = [];
    for (const [kind, tasks] of Object.entries(isRecord(task.related_tasks) ? task.related_tasks : {}))
      for (const other of recordsOf(tasks)) {
        const otherId = idOf(other.id);
        const isInside = otherId !== null && this.taskIds.has(otherId);
        // The parent has the same relation to its subtask.
        if (kind === "subtask" && isInside) continue;
        const list = lists.get(kind);
        if (list && isInside) list.push(otherId);
        else others.push(`${kind}: ${[keyOf(other), textOf(other.title)].filter(Boolean).join(" ")}`);
        if (list && !isInside) this.losses.add("linkOutside", key);
      }
    return { links, others };
  }

  private tagOf(label: Json): string | null {
    const id = idOf(label.id);
    if (id && !this.tags.has(id))
      this.tags.set(id, { id, name: textOf(label.title) ?? "–", color: toneOfHex(textOf(label.hex_color)) });
    return id;
  }

  private personOf(person: unknown): string | null {
    if (!isRecord(person)) return null;
    const id = idOf(person.id) ?? textOf(person.username);
    if (id && !this.people.has(id))
      this.people.set(id, {
        id,
        name: textOf(person.name) ?? textOf(person.username) ?? id,
        email: textOf(person.email),
      });
    return id;
  }

  /** The export leaves out the authors of comments in some versions. */
  private commentsOf(task: Json): ImportedComment[] {
    const comments = recordsOf(task.comments).flatMap(
      ({ id, comment, author, created, updated }): ImportedComment[] => {
        const text = textOf(comment);
        if (!text) return [];
        const [at, changedAt] = [timeOf(created), timeOf(updated)];
        return [
          {
            id: textOf(id),
            personId: this.personOf(author),
            at,
            ...(changedAt !== null && changedAt !== at && { editedAt: changedAt }),
            body: htmlOfVikunja(text),
          },
        ];
      },
    );
    return comments.toSorted((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
  }

  private filesOf(task: Json, key: string | null): ImportedFile[] {
    const attachments = recordsOf(task.attachments);
    const coverId = idOf(task.cover_image_attachment_id);
    const files = attachments.flatMap(({ id, file, created, created_by }): ImportedFile[] => {
      if (!isRecord(file)) return [];
      const path = `${this.folder}files/${idOf(file.id)}`;
      if (!this.paths.has(path)) return [];
      const name = textOf(file.name) ?? `${idOf(file.id)}`;
      const at = timeOf(created) ?? timeOf(file.created) ?? timeOf(task.created) ?? new Date(0).toISOString();
      return [
        {
          id: `${idOf(id) ?? path}`,
          path,
          name,
          title: name,
          at,
          personId: this.personOf(created_by),
          isCover: coverId !== null && idOf(id) === coverId,
        },
      ];
    });
    this.losses.add("fileMissing", key, attachments.length - files.length);
    this.losses.add("shortened", key, files.length - maxFilesPerCard);
    return files.slice(0, maxFilesPerCard);
  }
}

const byPosition = (records: readonly Json[]): Json[] =>
  records.toSorted((a, b) => (numberOf(a.position) ?? 0) - (numberOf(b.position) ?? 0));

/** As Vikunja displays it: "AB-3", or "#3" in projects without an identifier. */
function keyOf({ identifier, index }: Json): string | null {
  const key = textOf(identifier);
  if (key !== null) return key.startsWith("-") ? `#${key.slice(1)}` : key;
  const number = idOf(index);
  return number && `#${number}`;
}

/** 0 unset, 1 low, 2 medium, 3 high, 4 urgent, 5 "do now". */
function priorityOf(value: unknown): UnlinkedCard["priority"] {
  const priority = numberOf(value) ?? 0;
  return priority >= 3 ? "high" : priority === 1 ? "low" : "medium";
}

const progressOf = (part: number): number => Math.min(100, Math.max(0, Math.round(part * 100)));

function describe(task: Json, relations: readonly string[]): string | null {
  const text = textOf(task.description);
  const list = relations.map((relation) => `<li>${escapeText(relation)}</li>`).join("");
  return (text ? htmlOfVikunja(text) : "") + (list && `<ul>${list}</ul>`) || null;
}

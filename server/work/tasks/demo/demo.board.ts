import { projectStream, type DomainEvents } from "../../../../shared/kernel/events";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { addDemoSeries } from "./demo.series";
import { addDemoFields, addDemoFieldValues, demoFieldValues } from "./demo.fields";
import type { TaskChange } from "../../../../shared/work/tasks/tasks.events";
import { initialCard } from "../../../../shared/work/tasks/tasks.field-lists";
import { progressAfterMove, progressOfSubtasks } from "../../../../shared/work/tasks/tasks.progress.rules";
import { rankBetween } from "../../../../shared/work/tasks/tasks.rank.rules";
import { dateAfterDays, workdayAfterDays } from "../../../platform/demo/demo.calendar";
import { type DemoCard, type DemoColumn, firstAssigneeOf, type SimulatedProject } from "./demo.card";
import { attachFiles } from "./demo.files";
import type { DemoUser } from "../../../platform/demo/demo.tenant";
import type { DemoWorkers } from "./demo.history";
import type { PlannedTask, TaskStep } from "./demo.plan";
import type { DemoProject } from "./demo.project";
import type { Random } from "../../../platform/demo/demo.random";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import { textsByTitle } from "./demo.texts";
import { writeTask } from "./demo.task";
import { demoEstimate } from "../../time/demo/demo.time";
import { planDependencies, plannedStartOf, timelineRandom } from "./demo.timeline";
import { reactionEmoji } from "../../../../shared/work/comments/comments.schema";

interface Speaker {
  id: number;
  fullname: string;
}

const remarks: readonly string[] = [
  "I can take this on Thursday.",
  "Ready for a second pair of eyes. {} do you have ten minutes?",
  "I moved the date, the answer comes on Monday.",
  "{} this touches what you are doing. Can we talk before lunch?",
  "Thank you {}!",
  "Looks right to me.",
  "Done on my side, {} please check.",
  "Sieht gut aus, danke!",
  "ممتاز، شكرًا لكم. سأراجعها صباح الغد.",
  "سوپاس، ئێستا زۆر باشترە.",
  "확인했습니다. 수요일까지 정리하겠습니다.",
];

interface DemoComment {
  html: string;
  mentions: number[];
}

function commentHtml(random: Random, own: string | undefined, others: readonly Speaker[]): DemoComment {
  const text = own ?? random.pick(remarks);
  if (!text.includes("{}")) return { html: `<p>${text}</p>`, mentions: [] };
  const other = random.pick(others);
  const mention = `<span data-mention="${other.id}">@${other.fullname}</span>`;
  return { html: `<p>${text.replace("{}", mention)}</p>`, mentions: [other.id] };
}

/** Replays planned steps in order of time, so that the current state follows from the events. */
export class DemoBoard {
  private readonly columns: DemoColumn[] = [];
  private readonly tagIds = new Map<string, number>();
  private readonly cards = new Map<PlannedTask, DemoCard>();
  private timeline: readonly [string, string] = ["", ""];
  private readonly timelineRandom: Random;
  private fields: readonly ProjectField[] = [];

  constructor(
    private readonly log: DemoLog,
    private readonly random: Random,
    private readonly project: SimulatedProject,
  ) {
    this.timelineRandom = timelineRandom(project.code);
  }

  layOut(project: DemoProject, at: number, creator: DemoUser): void {
    this.timeline = [dateAfterDays(this.project.now, project.starts), dateAfterDays(this.project.now, project.ends)];
    const base = { tenant_id: this.project.tenantId, project_id: this.project.id };
    project.columns.forEach((column, index) => {
      const id = this.log.id("task_status");
      const row = { id, title: column.title, kind: column.kind, color: column.color ?? null };
      const column_ = { ...row, wip_limit: column.wip ?? null, sort_order: index + 1, version: 1 };
      this.columns.push({ id, kind: column.kind, cards: [] });
      this.log.add("task_status", { ...base, ...column_ });
      this.log.emit("column.created", this.about(at, creator), { ...column_, project_id: this.project.id });
    });
    for (const [name, color] of Object.entries(project.tags)) {
      const id = this.log.id("project_tag");
      this.tagIds.set(name, id);
      this.log.add("project_tag", { ...base, id, name, color });
      this.log.emit("tag.created", this.about(at, creator), { id, project_id: this.project.id, name, color });
    }
    if (project.hasFields) this.addFields(at, creator);
  }

  private addFields(at: number, creator: DemoUser): void {
    this.fields = addDemoFields(this.log, this.project);
    for (const field of this.fields)
      this.log.emit("project_field.created", this.about(at, creator), { ...field, project_id: this.project.id });
  }

  play(tasks: readonly PlannedTask[], workers: DemoWorkers): void {
    const steps = tasks.flatMap((plan) => plan.steps.map(({ at, step }) => ({ at, step, plan })));
    steps.sort((a, b) => a.at - b.at);
    for (const { at, step, plan } of steps) {
      if (step.kind === "create") this.create(plan, step, at, workers);
      else this.change(this.cards.get(plan) as DemoCard, step, at, workers);
    }
    for (const { at, waiting, blocker } of planDependencies(this.timelineRandom, [...this.cards.values()])) {
      this.update(waiting, { blocker_ids: [blocker.present.id] }, at, waiting.reporter);
    }
    for (const card of this.cards.values()) attachFiles(this.log, this.project, card, firstAssigneeOf(card, workers));
    const kinds = new Map(this.columns.map(({ id, kind }) => [id, kind]));
    for (const { present } of this.cards.values())
      addDemoFieldValues(this.log, this.fields, {
        tenant_id: this.project.tenantId,
        project_id: this.project.id,
        task_id: present.id,
        values: present.field_values,
      });
    for (const card of this.cards.values())
      writeTask(this.log, this.random, this.project, card, kinds.get(card.present.task_status_id) ?? "todo");
    if (this.fields.length === 0) return;
    const waiting = [...this.cards.values()].filter(
      ({ present, archivedAt }) => kinds.get(present.task_status_id) === "todo" && !archivedAt,
    );
    addDemoSeries(this.log, this.project, { cards: waiting, fields: this.fields });
  }

  private create(
    plan: PlannedTask,
    step: Extract<TaskStep, { kind: "create" }>,
    at: number,
    workers: DemoWorkers,
  ): void {
    const column = this.columns[step.column] as DemoColumn;
    const number = this.cards.size + 1;
    const users = step.assigned ? this.assignees(plan, workers) : [];
    const kind = (this.columns[plan.column] as DemoColumn).kind;
    const settled = step.column === plan.column && plan.steps.every((other) => other.step.kind !== "move");
    const present: BoardTask = {
      id: this.log.id("task"),
      project_id: this.project.id,
      task_status_id: column.id,
      key: `${this.project.code}-${number}`,
      ...initialCard(),
      field_values: demoFieldValues(this.fields, number, plan.complexity),
      title: plan.title,
      priority: plan.priority,
      complexity: plan.complexity,
      start_date: this.day(plannedStartOf(this.timelineRandom, plan, kind, at, this.project.now.getTime())),
      due_date: this.day(step.due),
      progress: column.kind === "done" ? 100 : 0,
      rank: "",
      version: 1,
      user_ids: users,
      tag_ids: plan.tags.map((name) => this.tagIds.get(name) as number).sort((a, b) => a - b),
      estimate_minutes: demoEstimate(number, plan.complexity, kind === "done"),
      spent_minutes: 0,
      cover_url: null,
      created_at: isoInstantOf(at),
      reporter_id: null,
      series_id: null,
      comment_count: 0,
      attachment_count: 0,
      subtask_count: plan.subtasks.length,
      subtask_done_count: 0,
    };
    const reporter = this.random.pick(workers.pool);
    present.reporter_id = reporter.id;
    const card: DemoCard = {
      plan,
      present,
      number,
      settled,
      description: descriptionOf(plan.title),
      reporter,
      createdAt: at,
      touchedAt: at,
      archivedAt: null,
      progressByHand: false,
      work: [],
    };
    this.cards.set(plan, card);
    this.place(card, column);
    this.log.emit("task.created", this.about(at, reporter), present);
  }

  private change(card: DemoCard, step: Exclude<TaskStep, { kind: "create" }>, at: number, workers: DemoWorkers): void {
    const actor = this.actorOf(card, workers);
    switch (step.kind) {
      case "assign": {
        const group = workers.groups.length > 0 && this.random.chance(0.25) ? this.random.pick(workers.groups) : null;
        const change = group ? { group_ids: [group.id] } : { user_ids: this.assignees(card.plan, workers) };
        return this.update(card, change, at, this.random.chance(0.5) ? card.reporter : actor);
      }
      case "due":
        return this.update(card, { due_date: this.day(step.due) }, at, actor);
      case "work":
        return this.work(card, at, actor);
      case "comment":
        return this.comment(card, at, this.random.chance(0.6) ? actor : this.random.pick(workers.voices), workers);
      case "move":
        return this.move(card, step, at, actor);
      case "archive":
        return this.archive(card, at, actor);
    }
  }

  private work(card: DemoCard, at: number, actor: DemoUser): void {
    const { present } = card;
    card.work.push({ at, userId: actor.id });
    if (present.progress === 100) return;
    if (present.subtask_count === 0) {
      card.progressByHand = true;
      return this.update(card, { progress: this.random.pick([20, 30, 50, 60, 80]) }, at, actor);
    }
    if (present.subtask_done_count === present.subtask_count) return;
    present.subtask_done_count++;
    const progress = Math.min(99, progressOfSubtasks(present.subtask_done_count, present.subtask_count));
    this.update(card, { progress }, at, actor);
  }

  private update(card: DemoCard, change: TaskChange, at: number, actor: DemoUser): void {
    const { present } = card;
    const before: TaskChange = {};
    for (const field of Object.keys(change) as (keyof BoardTask & keyof TaskChange)[]) {
      Object.assign(before, { [field]: present[field] });
    }
    Object.assign(present, change);
    present.version++;
    card.touchedAt = at;
    const { id, project_id, key, version } = present;
    this.log.emit("task.updated", this.about(at, actor), { id, project_id, key, version, before, ...change });
  }

  private comment(card: DemoCard, at: number, author: DemoUser, workers: DemoWorkers): void {
    const { present } = card;
    const others = workers.voices.filter((other) => other.id !== author.id);
    const { html, mentions } = commentHtml(
      this.random,
      textsByTitle.get(present.title)?.comments[present.comment_count],
      others,
    );
    const id = this.log.id("comment");
    const base = { id, task_id: present.id, version: 1, created_at: isoInstantOf(at), edited_at: null };
    this.log.add("comment", { ...base, tenant_id: this.project.tenantId, author_id: author.id, body: html });
    const eventData = { project_id: this.project.id, key: present.key, title: present.title, mentions };
    this.log.emit("comment.created", this.about(at, author), {
      ...base,
      comment: html,
      author,
      author_name: null,
      ...eventData,
    });
    addReactions(this.log, { comment: base, at, tenantId: this.project.tenantId, eventData, others });
    present.comment_count++;
  }

  private move(card: DemoCard, step: Extract<TaskStep, { kind: "move" }>, at: number, actor: DemoUser): void {
    const { present } = card;
    const from = this.columns.find((column) => column.id === present.task_status_id) as DemoColumn;
    const to = this.columns[step.column] as DemoColumn;
    from.cards.splice(from.cards.indexOf(card), 1);
    present.progress = progressAfterMove(present, from.kind, to.kind);
    present.task_status_id = to.id;
    present.version++;
    card.settled = step.last;
    card.touchedAt = at;
    card.work.push({ at, userId: actor.id });
    this.place(card, to);
    const { id, project_id, key, title, rank, version, progress, task_status_id } = present;
    const moved = { id, project_id, key, title, task_status_id, rank, version, progress };
    this.log.emit("task.moved", this.about(at, actor), { ...moved, from_task_status_id: from.id });
  }

  private archive(card: DemoCard, at: number, actor: DemoUser): void {
    const { id, project_id, key, title, task_status_id } = card.present;
    card.present.version++;
    card.touchedAt = at;
    card.archivedAt = at;
    const archived = { id, project_id, key, title, task_status_id, version: card.present.version };
    this.log.emit("task.archived", this.about(at, actor), archived);
  }

  /** Settled cards keep their planned order; cards that are still moving through columns are appended below. */
  private place(card: DemoCard, column: DemoColumn): void {
    const { cards } = column;
    const isAbove = (other: DemoCard) => other.settled && other.plan.place < card.plan.place;
    const at = card.settled ? cards.findLastIndex(isAbove) + 1 : cards.length;
    const rank = rankBetween(cards[at - 1]?.present.rank ?? null, cards[at]?.present.rank ?? null);
    card.present.rank = rank;
    cards.splice(at, 0, card);
  }

  private assignees(plan: PlannedTask, workers: DemoWorkers): number[] {
    const kind = this.columns[plan.column]?.kind;
    const people = [...this.random.some(workers.pool, plan.complexity > 3 || this.random.chance(0.3) ? 2 : 1)];
    // Urgent tasks are assigned to users whose demo accounts can sign in, so that these users have tasks today.
    if (kind === "doing" && plan.place < 2)
      people[0] = workers.busiest[plan.place % workers.busiest.length] as DemoUser;
    const chosen = [...new Set(people.map((user) => user.id))];
    const pool = workers.pool.map((user) => user.id);
    const assigneeIds = kind === "doing" ? chosen.map((id) => this.log.takeTask(id, pool)) : chosen;
    return [...new Set(assigneeIds)].sort((a, b) => a - b);
  }

  private actorOf(card: DemoCard, workers: DemoWorkers): DemoUser {
    const byGroup = workers.groups.find((group) => card.present.group_ids.includes(group.id))?.userIds ?? [];
    const ids = card.present.user_ids.length > 0 ? card.present.user_ids : byGroup;
    return workers.pool.find((user) => user.id === ids[this.random.between(0, ids.length - 1)]) ?? card.reporter;
  }

  private day(daysFromNow: number | null): string | null {
    if (daysFromNow === null) return null;
    const [first, last] = this.timeline;
    const day = workdayAfterDays(this.project.now, daysFromNow);
    return day < first ? first : day > last ? last : day;
  }

  private about(at: number, actor: DemoUser) {
    return { at, tenantId: this.project.tenantId, stream: projectStream(this.project.id), actorId: actor.id };
  }
}

function descriptionOf(title: string): string | null {
  const text = textsByTitle.get(title)?.description;
  return text ? `<p>${text}</p>` : null;
}

interface Said {
  comment: { id: number; task_id: number };
  at: number;
  tenantId: number;
  eventData: { project_id: number; key: string; title: string };
  others: readonly DemoUser[];
}

/**
 * Adds reactions by one or two users to every third comment. Derived from the comment's id, because a random draw would change all later
 * draws.
 */
function addReactions(log: DemoLog, { comment, at, tenantId, eventData, others }: Said): void {
  if (comment.id % 3 !== 0) return;
  // Users appear repeatedly by weight and are deduplicated here.
  const people = [...new Map(others.map((user) => [user.id, user])).values()];
  const reactionCount = comment.id % 2 === 0 ? 2 : 1;
  for (let n = 0; n < Math.min(reactionCount, people.length); n++) {
    const user = people[(comment.id + n) % people.length] as DemoUser;
    const emoji = reactionEmoji[(comment.id / 3 + n * (comment.id % 2)) % reactionEmoji.length] ?? "like";
    log.add("comment_reaction", {
      tenant_id: tenantId,
      comment_id: comment.id,
      emoji,
      user_id: user.id,
      created_at: isoInstantOf(at),
    });
    const { project_id, key, title } = eventData;
    const data: DomainEvents["reaction.added"] = {
      comment_id: comment.id,
      task_id: comment.task_id,
      project_id,
      key,
      title,
      emoji,
      user,
    };
    log.emit("reaction.added", { at, tenantId, stream: projectStream(project_id), actorId: user.id }, data);
  }
}

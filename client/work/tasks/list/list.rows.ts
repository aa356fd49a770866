import type { ListGroup } from "./list.listing";

export type ListRow =
  | { kind: "group"; key: string; group: ListGroup }
  | { kind: "task"; key: string; group: ListGroup; id: number }
  | { kind: "add"; key: string; group: ListGroup };

interface Span {
  group: ListGroup;
  start: number;
  head: number;
  tasks: number;
  add: boolean;
}

/** Maps indexes to rows on demand, instead of creating ten thousand row objects. */
export class ListRows {
  readonly count: number;
  private readonly spans: readonly Span[];

  /** `headed`: groups have heading rows. `adding`: keys of groups with a row for new tasks. */
  constructor(
    readonly groups: readonly ListGroup[],
    readonly headed: boolean,
    readonly collapsed: ReadonlySet<string>,
    adding: ReadonlySet<string>,
  ) {
    let start = 0;
    this.spans = groups.map((group) => {
      const closed = headed && collapsed.has(group.key);
      const span: Span = {
        group,
        start,
        head: headed ? 1 : 0,
        tasks: closed ? 0 : group.ids.length,
        add: !closed && adding.has(group.key),
      };
      start += span.head + span.tasks + (span.add ? 1 : 0);
      return span;
    });
    this.count = start;
  }

  at(index: number): ListRow | undefined {
    const span = this.spanAt(index);
    if (!span) return undefined;
    const { group } = span;
    const within = index - span.start;
    if (within < span.head) return { kind: "group", key: group.key, group };
    const id = group.ids[within - span.head];
    if (within - span.head < span.tasks && id !== undefined)
      return { kind: "task", key: `${group.key}/${id}`, group, id };
    return { kind: "add", key: `${group.key}/+`, group };
  }

  indexOf(key: string): number {
    const slash = key.indexOf("/");
    const span = this.spans.find(({ group }) => group.key === (slash < 0 ? key : key.slice(0, slash)));
    if (!span) return -1;
    if (slash < 0) return span.head ? span.start : -1;
    const rest = key.slice(slash + 1);
    if (rest === "+") return span.add ? span.start + span.head + span.tasks : -1;
    const at = span.tasks > 0 ? span.group.ids.indexOf(Number(rest)) : -1;
    return at < 0 ? -1 : span.start + span.head + at;
  }

  indexOfTask(id: number): number {
    for (const span of this.spans) {
      const at = span.tasks > 0 ? span.group.ids.indexOf(id) : -1;
      if (at >= 0) return span.start + span.head + at;
    }
    return -1;
  }

  /** Index of the row's group heading; -1 without groups. */
  headOf(index: number): number {
    const span = this.spanAt(index);
    return span?.head ? span.start : -1;
  }

  /** Task ids of the rows between two indexes, inclusive. */
  idsBetween(a: number, b: number): number[] {
    const ids: number[] = [];
    for (let at = Math.min(a, b); at <= Math.max(a, b); at++) {
      const row = this.at(at);
      if (row?.kind === "task") ids.push(row.id);
    }
    return ids;
  }

  private spanAt(index: number): Span | undefined {
    if (index < 0 || index >= this.count) return undefined;
    let low = 0;
    let high = this.spans.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.spans[middle] as Span).start <= index) low = middle;
      else high = middle - 1;
    }
    return this.spans[low];
  }
}

export const taskIdOfRowKey = (key: string): number => Number(key.slice(key.indexOf("/") + 1));

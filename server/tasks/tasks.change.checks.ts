import { groupBy } from "../../shared/kernel/group-by";
import { type FieldErrors, Problem } from "../../shared/kernel/problems";
import { longestDescription } from "../../shared/tasks/tasks.fields";
import type { Tx } from "../platform/database/unit-of-work";
import { lengthOfDescriptions } from "./tasks.change.sql";
import { hasFields, type Subject, type ChangeInput } from "./tasks.change.types";
import { hasTooManyBlockers, strangersIn, tasksInCircle } from "./tasks.links";
import type { TaskRow } from "./tasks.policy";
import { presentCards } from "./tasks.present";
import { linksOf, requireDates } from "./tasks.update";

/** Runs for each; what is wrong with fields is said of all of them at once. */
export function collect<Item, Result>(items: readonly Item[], run: (item: Item, at: number) => Result): Result[] {
  const errors: FieldErrors = {};
  const results = items.map((item, at) => {
    try {
      return run(item, at);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "request.invalid") throw error;
      for (const [field, texts] of Object.entries(error.detail.errors ?? {})) errors[`${at}.${field}`] = texts;
      return null as Result;
    }
  });
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return results;
}

/** What is in the archive can be brought back and, on the way, changed; nothing else. */
export async function refuseArchived(
  tx: Tx,
  subjects: readonly { input: ChangeInput; task: TaskRow }[],
): Promise<void> {
  const refused = subjects.filter(
    ({ input, task }) => task.archived && input.archived !== false && (hasFields(input) || input.task_status_id),
  );
  if (refused.length === 0) return;
  const cards = await presentCards(
    tx,
    refused.map(({ task }) => task),
  );
  throw new Problem("task.archived", { record: [...cards.values()] });
}

/** What a change of many replaces is told with it, and answered so that it can be taken back: some megabytes, not fifty. */
export const mostReplacedLetters = 2_000_000;
/** So many of the longest are always fewer letters: nothing is asked for them. */
const alwaysFit = mostReplacedLetters / longestDescription;

/** @throws Problem 422 at each description where those of before are too long together. */
export async function requireShortDescriptions(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  const described = subjects.filter(({ input }) => input.description !== undefined);
  if (described.length <= alwaysFit) return;
  const found = await tx.one<{ letters: number }>(lengthOfDescriptions, [described.map(({ from }) => from.id)]);
  if ((found?.letters ?? 0) <= mostReplacedLetters) return;
  const errors: FieldErrors = {};
  for (const { at } of described) errors[`${at}.description`] = ["field.tooMany"];
  throw new Problem("request.invalid", { errors });
}

/** Dates inside the timeline and in order, links to what is in the project. */
export async function requireFitting(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  const strange = new Map<number, string[]>();
  const linked = subjects.filter(({ change }) => Object.values(linksOf(change)).some((ids) => ids?.length));
  for (const [projectId, own] of groupBy(linked, ({ from }) => from.projectId)) {
    const names = await strangersIn(
      tx,
      projectId,
      own.map(({ change }) => linksOf(change)),
    );
    own.forEach(({ at }, index) => strange.set(at, names[index] ?? []));
  }
  collect(subjects, ({ at, from, change, before }) => {
    const names = strange.get(at) ?? [];
    if (names.length > 0) {
      throw new Problem("request.invalid", {
        errors: Object.fromEntries(names.map((name) => [name, ["field.unknown"]])),
      });
    }
    if (before) requireDates(from, change, before);
    if (change.blocker_ids?.includes(from.id)) throw blocksItself();
  });
}

const blocksItself = () => new Problem("request.invalid", { errors: { blockers: ["task.blocksItself"] } });

/** Nothing may wait for itself, over however many steps; asked once all are written, since two may make one circle. The project is locked. */
export async function refuseCircles(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  // A list that became shorter makes no circle, also where a project has more of them than may be added to.
  const waiting = subjects.filter(({ change, before }) =>
    change.blocker_ids?.some((id) => !before?.blocker_ids?.includes(id)),
  );
  for (const [projectId, own] of groupBy(waiting, ({ from }) => from.projectId)) {
    if (await hasTooManyBlockers(tx, projectId))
      throw new Problem("request.invalid", {
        errors: Object.fromEntries(own.map(({ at }) => [`${at}.blockers`, ["field.tooMany"]])),
      });
    const circling = await tasksInCircle(
      tx,
      projectId,
      own.map(({ from }) => from.id),
    );
    if (circling.length === 0) continue;
    const errors = own
      .filter(({ from }) => circling.includes(from.id))
      .map(({ at }) => [`${at}.blockers`, ["task.blocksItself"]]);
    throw new Problem("request.invalid", { errors: Object.fromEntries(errors) });
  }
}

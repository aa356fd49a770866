import { groupBy } from "../../../shared/kernel/group-by";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { maxDescriptionLength } from "../../../shared/work/tasks/tasks.fields";
import type { Tx } from "../../platform/database/unit-of-work";
import { lengthOfDescriptions } from "./tasks.change.sql";
import { hasFields, type ChangeSubject, type ChangeInput } from "./tasks.change.types";
import { hasTooManyBlockers, foreignReferences, findTasksInCycle } from "./tasks.links";
import type { TaskRow } from "../access/tasks.policy";
import { presentCards } from "./tasks.present";
import { linksOfChange, requireDates } from "./tasks.update";

/** Runs `run` for each item and throws the field errors of all items together. */
export function collectErrors<Item, Result>(items: readonly Item[], run: (item: Item, at: number) => Result): Result[] {
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

/** Rejects changes of archived tasks. Archived tasks can only be restored, optionally together with other changes. */
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

/**
 * Maximum number of characters in replaced descriptions. Events and the response contain these descriptions for undo and must stay below a
 * few megabytes.
 */
export const maxReplacedCharacters = 2_000_000;
/** Number of descriptions that fit even at maximum length, so that their length needn't be read. */
const alwaysFit = maxReplacedCharacters / maxDescriptionLength;

/**
 * Checks the total length of the replaced descriptions.
 * @throws Problem 422 at each description when they are too long in total.
 */
export async function requireShortDescriptions(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const described = subjects.filter(({ input }) => input.description !== undefined);
  if (described.length <= alwaysFit) return;
  const found = await tx.one<{ letters: number }>(lengthOfDescriptions, [described.map(({ from }) => from.id)]);
  if ((found?.letters ?? 0) <= maxReplacedCharacters) return;
  const errors: FieldErrors = {};
  for (const { at } of described) errors[`${at}.description`] = ["field.tooMany"];
  throw new Problem("request.invalid", { errors });
}

/** Checks that each task's dates are in order and within the timeline, and that its links refer to records of the project. */
export async function requireValidValues(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const strange = new Map<number, string[]>();
  const linked = subjects.filter(({ change }) => Object.values(linksOfChange(change)).some((ids) => ids?.length));
  for (const [projectId, own] of groupBy(linked, ({ from }) => from.projectId)) {
    const names = await foreignReferences(
      tx,
      projectId,
      own.map(({ change }) => linksOfChange(change)),
    );
    own.forEach(({ at }, index) => strange.set(at, names[index] ?? []));
  }
  collectErrors(subjects, ({ at, from, change, before }) => {
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

/** Rejects dependency cycles of any length. Checked after all writes, since two changes may form one cycle. The project must be locked. */
export async function refuseCycles(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  // Only added blockers can create a cycle. Lists may be shortened even in a project above the limit of dependencies.
  const waiting = subjects.filter(({ change, before }) =>
    change.blocker_ids?.some((id) => !before?.blocker_ids?.includes(id)),
  );
  for (const [projectId, own] of groupBy(waiting, ({ from }) => from.projectId)) {
    if (await hasTooManyBlockers(tx, projectId))
      throw new Problem("request.invalid", {
        errors: Object.fromEntries(own.map(({ at }) => [`${at}.blockers`, ["field.tooMany"]])),
      });
    const circling = await findTasksInCycle(
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

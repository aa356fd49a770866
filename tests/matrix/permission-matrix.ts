import { groupBy } from "../../shared/kernel/group-by";
import type { Answer, Api } from "../support/api";
import { describeOutcomes } from "./snapshots";

export interface MatrixRecord {
  id: number;
  url: string;
  more: { [name: string]: unknown };
}

export type Permissions = { [key: string]: boolean };
export type MatrixCalls = { [key: string]: (record: MatrixRecord, as: Api) => Promise<Answer> };

export interface MatrixSubject {
  readers: { [name: string]: Api };
  states: { [name: string]: () => Promise<MatrixRecord> };
  calls: MatrixCalls;
  /** Idempotent calls: `can` is false after the first one, but repeating them succeeds without effect. */
  harmless?: string[];
  /** Finds the object with the record's `can` in the response; defaults to `data`. */
  find?: (data: never, record: MatrixRecord) => { can: Permissions } | undefined;
}

const notAllowed = [403, 404, 409];

const canOf = ({ body }: Answer, record: MatrixRecord, find: MatrixSubject["find"]): Permissions | undefined =>
  (find ? find(body.data as never, record) : (body.data as { can: Permissions }))?.can;

/**
 * @param facts receives the status of each state, the fields that are hidden from each reader, and the outcome of each call
 * @returns the flags that don't match the outcome of their call
 */
export async function findWrongPermissions(
  { readers, states, calls, find, harmless = [] }: MatrixSubject,
  facts: Map<string, string>,
) {
  const found: string[] = [];
  for (const [state, make] of Object.entries(states)) {
    const record = await make();
    const before = new Map<string, string>();
    let visible: readonly string[] | undefined;
    const allowed: [reader: string, key: string][] = [];
    const outcomesByCall = new Map<string, [reader: string, outcome: string][]>(
      Object.keys(calls).map((key) => [key, []]),
    );
    for (const [reader, api] of Object.entries(readers)) {
      const answer = await api.get(record.url);
      const can = answer.status < 400 ? canOf(answer, record, find) : undefined;
      if (answer.status < 400 && can)
        expect([state, reader, Object.keys(can).sort()]).toEqual([state, reader, Object.keys(calls).sort()]);
      const visibleRecord = find ? answer.body.data && find(answer.body.data as never, record) : answer.body.data;
      before.set(reader, answer.text);
      if (answer.status >= 400 || !visibleRecord) facts.set(`${state} ${reader}`, `not shown, ${outcome(answer)}`);
      else {
        const fields = fieldsOf(visibleRecord as object);
        const status = statusOf(visibleRecord as WithStatus);
        if (!visible && status) facts.set(state, status);
        const hidden = visible?.filter((field) => !fields.includes(field)) ?? [];
        if (hidden.length > 0) facts.set(`${state} ${reader}`, `without ${hidden.join(", ")}`);
        visible ??= fields;
      }
      for (const [key, call] of Object.entries(calls)) {
        if (can?.[key]) allowed.push([reader, key]);
        else {
          const refused = await call(record, api);
          const { status, text } = refused;
          outcomesByCall.get(key)?.push([reader, outcome(refused)]);
          const isHarmless = can !== undefined && harmless.includes(key) && status < 400;
          if (!isHarmless && !notAllowed.includes(status))
            found.push(`${state}: ${reader} may not ${key}: ${status} ${text.slice(0, 200)}`);
        }
      }
    }
    for (const [reader, api] of Object.entries(readers)) {
      if ((await api.get(record.url)).text !== before.get(reader)) found.push(`${state}: ${reader} sees it changed`);
    }
    for (const [reader, key] of allowed) {
      const { status, text } = await (calls[key] as MatrixCalls[string])(await make(), readers[reader] as Api);
      outcomesByCall.get(key)?.push([reader, "may"]);
      if (status >= 400) found.push(`${state}: ${reader} may ${key}: ${status} ${text.slice(0, 200)}`);
    }
    const sortedByReader = (outcomes: [reader: string, outcome: string][]) =>
      outcomes.toSorted(([one], [other]) => one.localeCompare(other, "en"));
    for (const [outcomes, calledKeys] of groupBy([...outcomesByCall.keys()], (key) =>
      describeOutcomes(sortedByReader(outcomesByCall.get(key) ?? [])),
    ))
      facts.set(`${state} ${calledKeys.toSorted().join(", ")}`, outcomes);
  }
  return found;
}

const outcome = ({ status, body }: Answer) => [status, body?.code ?? ""].join(" ").trim();

const fieldsOf = (record: object): string[] =>
  Object.entries(record).flatMap(([field, value]) => (value === null || field === "can" ? [] : [field]));

interface WithStatus {
  status?: string;
  state?: string;
  steps?: { state: string }[];
}

const statusOf = ({ status, state, steps = [] }: WithStatus): string =>
  [status ?? state ?? [], ...steps.map((step) => `step ${step.state}`)].flat().join(", ");

export const putCall =
  (verb: string, payload: object = {}): MatrixCalls[string] =>
  (record, as) =>
    as.put(`${record.url}/${verb}`, payload);
/** Reassigns to the first candidate; without candidates to the caller. */
const handOver: MatrixCalls[string] = async (record, as) => {
  const url = `/approvals/request/${record.id}/approver`;
  const offered = (await as.get(url)).body.data as { id: number }[] | undefined;
  const { version } = (await as.get(record.url)).body.data ?? {};
  return as.put(url, { version: version ?? 1, user_id: offered?.[0]?.id ?? 1 });
};

export const decisionCalls = {
  hand_over: handOver,
  approve: putCall("approve"),
  reject: putCall("reject", { reason: "No" }),
  request_changes: putCall("request-changes", { note: "More" }),
};

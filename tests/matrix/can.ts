import type { Answer, Api } from "../support/api";
import { joined, valuesIn, words } from "./kept";

export interface Entry {
  id: number;
  /** Where it is read. */
  url: string;
  /** What its calls need beside its id. */
  more: { [name: string]: unknown };
}

export type Can = { [key: string]: boolean };
export type Calls = { [key: string]: (record: Entry, as: Api) => Promise<Answer> };

export interface Subject {
  readers: { [name: string]: Api };
  states: { [name: string]: () => Promise<Entry> };
  calls: Calls;
  /** What is as good twice as once: it isn't offered a second time, and does nothing then. */
  harmless?: string[];
  /** Where the record's `can` stands in what is read; without one: in `data`. */
  find?: (data: never, record: Entry) => { can: Can } | undefined;
}

const notAllowed = [403, 404, 409];

const canOf = ({ body }: Answer, record: Entry, find: Subject["find"]): Can | undefined =>
  (find ? find(body.data as never, record) : (body.data as { can: Can }))?.can;

/** What a reader sees of a record, but for what another one sees as well. */
interface Seen {
  text: string;
  values: ReadonlyMap<string, string>;
}

/**
 * @param kept is told what each reader sees in each state, where it is another thing than what the first one sees, and what comes
 * of each call.
 * @returns what was said and isn't so.
 */
export async function lies({ readers, states, calls, find, harmless = [] }: Subject, kept: Map<string, string>) {
  const found: string[] = [];
  let first: Seen["values"] | undefined;
  for (const [state, make] of Object.entries(states)) {
    const record = await make();
    const before = new Map<string, Seen>();
    const allowed: [reader: string, key: string][] = [];
    const came = new Map<string, string[]>(Object.keys(calls).map((key) => [key, []]));
    for (const [reader, api] of Object.entries(readers)) {
      const answer = await api.get(record.url);
      const can = answer.status < 400 ? canOf(answer, record, find) : undefined;
      if (answer.status < 400 && can)
        expect([state, reader, Object.keys(can).sort()]).toEqual([state, reader, Object.keys(calls).sort()]);
      const shown = find ? answer.body.data && find(answer.body.data as never, record) : answer.body.data;
      const values = lined(shown ?? { refused: outcome(answer) });
      const like = [...before.values()][0]?.values ?? first;
      for (const [place, value] of values)
        if (like?.get(place) !== value) kept.set(`${state}.${reader}${place}`, value);
      for (const place of like?.keys() ?? [])
        if (!values.has(place)) kept.set(`${state}.${reader}${place}`, "isn't there");
      first ??= values;
      before.set(reader, { text: answer.text, values });
      for (const [key, call] of Object.entries(calls)) {
        if (can?.[key]) allowed.push([reader, key]);
        else {
          const refused = await call(record, api);
          const { status, text } = refused;
          came.get(key)?.push(`${reader} ${outcome(refused)}`);
          const isHarmless = can !== undefined && harmless.includes(key) && status < 400;
          if (!isHarmless && !notAllowed.includes(status))
            found.push(`${state}: ${reader} may not ${key}: ${status} ${text.slice(0, 200)}`);
        }
      }
    }
    for (const [reader, api] of Object.entries(readers)) {
      if ((await api.get(record.url)).text !== before.get(reader)?.text)
        found.push(`${state}: ${reader} sees it changed`);
    }
    for (const [reader, key] of allowed) {
      const { status, text } = await (calls[key] as Calls[string])(await make(), readers[reader] as Api);
      came.get(key)?.push(`${reader} may`);
      if (status >= 400) found.push(`${state}: ${reader} may ${key}: ${status} ${text.slice(0, 200)}`);
    }
    for (const [key, each] of came) kept.set(`${state}.${key}!`, each.toSorted().join(", "));
  }
  return found;
}

const outcome = ({ status, body }: Answer) => [status, body?.code ?? ""].join(" ").trim();

/** Ids, days and hosts are others each time. */
const lined = (shown: unknown) => {
  const say = (one: unknown) => (typeof one === "string" && / /.test(one) ? "text" : words(one));
  return new Map([...valuesIn(shown, "", say)].map(([place, each]): [string, string] => [place, joined(each)]));
};

export const put =
  (verb: string, payload: object = {}): Calls[string] =>
  (record, as) =>
    as.put(`${record.url}/${verb}`, payload);
/** To the first of whom it is offered; where nobody is offered, to whoever asks for it. */
const handOver: Calls[string] = async (record, as) => {
  const url = `/approvals/request/${record.id}/approver`;
  const offered = (await as.get(url)).body.data as { id: number }[] | undefined;
  const { version } = (await as.get(record.url)).body.data ?? {};
  return as.put(url, { version: version ?? 1, user_id: offered?.[0]?.id ?? 1 });
};

export const decisions = {
  hand_over: handOver,
  approve: put("approve"),
  reject: put("reject", { reason: "No" }),
  request_changes: put("request-changes", { note: "More" }),
};

import { useState } from "react";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import { type BulkPerson, changeUsers } from "../../../shared/people/user-bulk.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import type { BulkProgress } from "../../ui/ActionBar";
import { toast } from "../../ui/toast/toast";
import { refreshPeople } from "./refresh";
import type { SelectedPeople } from "./useSelectedPeople";

export type PeopleChange = Omit<BodyOf<typeof changeUsers>, "ids">;

/** So many at a time, so that one sees how far it is. */
const atOnce = 20;

export interface RefusedPerson extends BulkPerson {
  fullname: string;
}

/** Changes everybody who is selected, some at a time; who was refused, and why, is kept until it has been read. */
export function useBulkChange(selection: SelectedPeople) {
  const text = useText();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [refused, setRefused] = useState<readonly RefusedPerson[]>([]);
  const run = async (change: PeopleChange) => {
    const { people } = selection;
    const names = new Map(people.map(({ id, fullname = "" }) => [id, fullname]));
    const results: BulkPerson[] = [];
    setProgress({ done: 0, count: people.length });
    try {
      for (let at = 0; at < people.length; at += atOnce) {
        const ids = people.slice(at, at + atOnce).map(({ id }) => id);
        results.push(...(await call(changeUsers, { body: { ids, ...change } })).data);
        setProgress({ done: Math.min(at + atOnce, people.length), count: people.length });
      }
    } catch (error) {
      reportFailure(error as Error);
    } finally {
      setProgress(null);
      refreshPeople();
    }
    const count = results.filter(({ done }) => done).length;
    if (count > 0) toast.done(text("people.changedSome", { count }));
    const failed = results.filter(({ done }) => !done);
    setRefused(failed.map((result) => ({ ...result, fullname: names.get(result.id) ?? "" })));
    if (results.length === people.length && failed.length === 0) selection.clear();
  };
  return { run, progress, refused, dismiss: () => setRefused([]) };
}

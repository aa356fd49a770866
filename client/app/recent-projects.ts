import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { BehaviorSubject } from "rxjs";
import { listProjects } from "../../shared/projects/projects.contract";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { readStored, storedKeys, writeStored } from "../platform/stored";
import { useValue } from "../platform/value";

const shownMost = 3;
const keptMost = 12; // some of them may be archived or out of reach by now

const recent$ = new BehaviorSubject<number[]>(read());

function read(): number[] {
  try {
    const ids: unknown = JSON.parse(readStored(storedKeys.recentProjects) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

function use(id: number): void {
  if (recent$.value[0] === id) return;
  const ids = [id, ...recent$.value.filter((other) => other !== id)].slice(0, keptMost);
  recent$.next(ids);
  writeStored(storedKeys.recentProjects, JSON.stringify(ids));
}

/** The projects used last, for the side menu; before any was used, the first ones of the list. */
export function useRecentProjects() {
  const { pathname } = useLocation();
  const openId = Number(/^\/projects\/(\d+)\//.exec(pathname)?.[1] ?? 0);
  useEffect(() => {
    if (openId) use(openId);
  }, [openId]);

  const recent = useValue(recent$);
  const may = useCan()("project-list");
  const { data } = useEndpoint(listProjects, {}, { enabled: may, staleTime: 30 * 60_000 });
  const projects = (data?.data ?? []).filter((project) => !project.archived);
  const rank = (id: number) => {
    const position = recent.indexOf(id);
    return position < 0 ? keptMost : position;
  };
  return projects.toSorted((a, b) => rank(a.id) - rank(b.id)).slice(0, shownMost);
}

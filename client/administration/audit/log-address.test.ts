/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { useSecurityFilter } from "./security-log.query";

type Log = ReturnType<typeof useSecurityFilter>;

async function at<Said>(address: string, use: () => Said): Promise<{ current: () => Said; root: Root }> {
  const { BrowserRouter } = await import("react-router-dom");
  let drawn: Said;
  const Screen = () => {
    drawn = use();
    return null;
  };
  window.history.replaceState(null, "", address);
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(BrowserRouter, null, createElement(Screen))));
  return { current: () => drawn, root };
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

test("the security log reads its filter from the URL and ignores invalid values", async () => {
  const { toSecurityLogQuery: queryOf, useSecurityFilter } = await import("./security-log.query");
  const full = await at(
    "/log?user=7&kind=signed_in&outcome=refused&from=2041-03-04&to=2041-03-05&page=3",
    useSecurityFilter,
  );
  const { filter, page, narrowed } = full.current();
  expect({ user: filter.user, from: filter.from, to: filter.to, page, narrowed }).toEqual({
    user: 7,
    from: "2041-03-04",
    to: "2041-03-05",
    page: 3,
    narrowed: true,
  });
  expect(queryOf(filter)).toMatchObject({ user_id: 7, from: "2041-03-04", to: "2041-03-05" });
  await act(async () => full.root.unmount());

  const none = await at("/log?user=x&kind=nothing&outcome=perhaps&from=2041-02-30&to=soon&page=-2", useSecurityFilter);
  const nothing = { user: null, kind: null, outcome: null, from: null, to: null };
  expect(none.current()).toMatchObject({ filter: nothing, page: 1, narrowed: false });
  expect(Object.values(queryOf(nothing)).filter((value) => value !== undefined)).toEqual([]);
  await act(async () => none.root.unmount());
});

test("the kind and outcome in the URL are sent in the query", async () => {
  const { toSecurityLogQuery: queryOf, useSecurityFilter } = await import("./security-log.query");
  const { securityKinds, securityOutcomes } = await import("../../../shared/kernel/security");
  const [kind, outcome] = [securityKinds.at(-1), securityOutcomes.at(-1)];
  const log = await at(`/log?kind=${kind}&outcome=${outcome}`, useSecurityFilter);
  expect(queryOf(log.current().filter)).toMatchObject({ kind, outcome });
  await act(async () => log.root.unmount());
});

test("the audit log filters by actor, subject, kind and dates", async () => {
  const { auditQueryOf, useAuditFilter } = await import("./audit-list.query");
  const { auditKinds } = await import("../../../shared/administration/audit/audit-changes.rules");
  const kind = auditKinds.at(-1);
  const list = await at(`/log?by=7&whose=8&kind=${kind}&from=2041-03-04&to=2041-03-05`, useAuditFilter);
  const query = { actor_id: 7, subject_id: 8, kind, from: "2041-03-04", to: "2041-03-05" };
  expect(auditQueryOf(list.current().filter)).toEqual(query);
  await act(async () => list.current().clear());
  expect(list.current().narrowed).toBe(false);
  expect(Object.values(auditQueryOf(list.current().filter)).filter((value) => value !== undefined)).toEqual([]);
  await act(async () => list.root.unmount());
});

test("a new filter returns to page 1 and keeps the other URL parameters", async () => {
  const { useSecurityFilter } = await import("./security-log.query");
  const { current, root } = await at("/log?tab=all&user=7&page=3", useSecurityFilter);
  const after = async (change: (log: Log) => void) => {
    await act(async () => change(current()));
    return window.location.search;
  };
  expect(await after((log) => log.turnTo(2))).toBe("?tab=all&user=7&page=2");
  expect(await after((log) => log.turnTo(1))).toBe("?tab=all&user=7");
  expect(await after((log) => log.turnTo(4))).toBe("?tab=all&user=7&page=4");
  expect(await after((log) => log.set({ from: "2041-03-04" }))).toBe("?tab=all&user=7&from=2041-03-04");
  expect(await after((log) => log.set({ user: null }))).toBe("?tab=all&from=2041-03-04");
  expect(await after((log) => log.clear())).toBe("?tab=all");
  await act(async () => root.unmount());
});

/** @jest-environment jsdom */
import { storedKeys } from "../platform/browser-storage";

const remembered = jest.fn();
jest.mock("../platform/settings", () => ({ rememberOnAccount: (settings: object) => remembered(settings) }));

async function opened() {
  jest.resetModules();
  return import("./sidebar");
}

test("a collapsed sidebar is stored in the browser and on the account", async () => {
  const first = await opened();
  expect(first.sidebar$.value).toBe("expanded");
  first.toggleSidebar();
  expect(first.sidebar$.value).toBe("collapsed");
  expect(localStorage.getItem(storedKeys.sidebar)).toContain("collapsed");
  const second = await opened();
  expect(second.sidebar$.value).toBe("collapsed");
  second.toggleSidebar();
  expect((await opened()).sidebar$.value).toBe("expanded");
  expect(remembered.mock.calls).toEqual([[{ sidebar: "collapsed" }], [{ sidebar: "expanded" }]]);
});

/** @jest-environment jsdom */
import { storedKeys } from "../platform/stored";

const remembered = jest.fn();
jest.mock("../platform/settings", () => ({ rememberOnAccount: (settings: object) => remembered(settings) }));

/** As a page that is opened anew. */
async function opened() {
  jest.resetModules();
  return import("./sidebar");
}

test("it is there unless it was put away, which this browser and the account remember", async () => {
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

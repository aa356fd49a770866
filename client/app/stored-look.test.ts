/** @jest-environment jsdom */
import { storedKeys } from "../platform/stored";
import type * as Sidebar from "./sidebar";
import { storedColorScheme } from "./theme/color-scheme";

const mockRemembered: unknown[] = [];
jest.mock("../platform/settings", () => ({ rememberOnAccount: (settings: unknown) => mockRemembered.push(settings) }));

/** Another tab of this browser has changed it. */
const elsewhere = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));

beforeEach(() => {
  localStorage.clear();
  mockRemembered.length = 0;
});

test("light or dark is what this browser was told, else what the organisation shows; anything else is nothing", () => {
  const scheme = storedColorScheme();
  expect(scheme.get("light")).toBe("light");
  expect(scheme.get("dark")).toBe("dark");
  for (const told of ["dark", "light"] as const) {
    scheme.set(told);
    expect([scheme.get("light"), scheme.get("dark"), localStorage.getItem(storedKeys.theme)]).toEqual([
      told,
      told,
      told,
    ]);
  }
  scheme.set("auto");
  expect(localStorage.getItem(storedKeys.theme)).toBe("light");
  localStorage.setItem(storedKeys.theme, "purple");
  expect(scheme.get("dark")).toBe("dark");
  scheme.clear();
  expect(localStorage.getItem(storedKeys.theme)).toBeNull();
});

test("other tabs follow until they no longer want to", () => {
  const scheme = storedColorScheme();
  const heard: string[] = [];
  scheme.subscribe((value) => void heard.push(value));
  elsewhere(storedKeys.theme, "dark");
  elsewhere(storedKeys.theme, "light");
  elsewhere(storedKeys.sidebar, "collapsed");
  expect(heard).toEqual(["dark", "light"]);
  scheme.unsubscribe();
  elsewhere(storedKeys.theme, "dark");
  expect(heard).toEqual(["dark", "light"]);
});

test.each([
  [null, "expanded"],
  ["expanded", "expanded"],
  ["collapsed", "collapsed"],
  ["sideways", "expanded"],
])("a sidebar that was left %s is %s; folding it is seen, kept here and on the account", (stored, begins) => {
  if (stored) localStorage.setItem(storedKeys.sidebar, stored);
  jest.isolateModules(() => {
    const { sidebar$, toggleSidebar } = jest.requireActual<typeof Sidebar>("./sidebar");
    const other = begins === "expanded" ? "collapsed" : "expanded";
    expect([sidebar$.value, localStorage.getItem(storedKeys.sidebar)]).toEqual([begins, begins]);
    toggleSidebar();
    expect([sidebar$.value, localStorage.getItem(storedKeys.sidebar)]).toEqual([other, other]);
    toggleSidebar();
    expect(sidebar$.value).toBe(begins);
    expect(mockRemembered).toEqual([{ sidebar: other }, { sidebar: begins }]);
  });
});

/** @jest-environment jsdom */
import { storedKeys } from "../platform/browser-storage";
import type * as Sidebar from "./sidebar";
import { storedColorScheme } from "./theme/color-scheme";

const mockRemembered: unknown[] = [];
jest.mock("../platform/settings", () => ({ rememberOnAccount: (settings: unknown) => mockRemembered.push(settings) }));

const changeInOtherTab = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));

beforeEach(() => {
  localStorage.clear();
  mockRemembered.length = 0;
});

test("the stored color scheme is used, or the fallback if none is stored", () => {
  const scheme = storedColorScheme();
  expect(scheme.get("light")).toBe("light");
  expect(scheme.get("dark")).toBe("dark");
  for (const chosen of ["dark", "light"] as const) {
    scheme.set(chosen);
    expect([scheme.get("light"), scheme.get("dark"), localStorage.getItem(storedKeys.theme)]).toEqual([
      chosen,
      chosen,
      chosen,
    ]);
  }
  scheme.set("auto");
  expect(localStorage.getItem(storedKeys.theme)).toBe("light");
  localStorage.setItem(storedKeys.theme, "purple");
  expect(scheme.get("dark")).toBe("dark");
  scheme.clear();
  expect(localStorage.getItem(storedKeys.theme)).toBeNull();
});

test("the color scheme follows changes in other tabs until the listener unsubscribes", () => {
  const scheme = storedColorScheme();
  const heard: string[] = [];
  scheme.subscribe((value) => void heard.push(value));
  changeInOtherTab(storedKeys.theme, "dark");
  changeInOtherTab(storedKeys.theme, "light");
  changeInOtherTab(storedKeys.sidebar, "collapsed");
  expect(heard).toEqual(["dark", "light"]);
  scheme.unsubscribe();
  changeInOtherTab(storedKeys.theme, "dark");
  expect(heard).toEqual(["dark", "light"]);
});

test.each([
  [null, "expanded"],
  ["expanded", "expanded"],
  ["collapsed", "collapsed"],
  ["sideways", "expanded"],
])("a sidebar stored as %s is %s; toggling it stores the opposite state", (stored, begins) => {
  if (stored) localStorage.setItem(storedKeys.sidebar, stored);
  jest.isolateModules(() => {
    const { sidebar$, toggleSidebar } = jest.requireActual<typeof Sidebar>("./sidebar");
    const other = begins === "expanded" ? "collapsed" : "expanded";
    expect(sidebar$.value).toBe(begins);
    toggleSidebar();
    expect([sidebar$.value, localStorage.getItem(storedKeys.sidebar)]).toEqual([other, other]);
    toggleSidebar();
    expect(sidebar$.value).toBe(begins);
    expect(mockRemembered).toEqual([{ sidebar: other }, { sidebar: begins }]);
  });
});

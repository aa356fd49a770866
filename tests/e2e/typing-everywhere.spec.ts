import type { Page } from "@playwright/test";
import { waitUntilReady } from "./support/wait-until-ready";
import { screenRecordsOf, signedInScreens } from "./support/routes";
import { expect, test } from "./support/test";

/**
 * Letters and digits typed on any focused element send no change to the server. Excluded are elements with documented shortcuts: a visible
 * card, a list row's checkbox, a request to decide. Editable cells open an editor, which saves only on Enter.
 */
test.describe.configure({ mode: "parallel" });

const typed = "acdehijklmnoprstx14.,";

/** Calls that only calculate and don't save anything; forms send them when they open. */
const isCalculation = (request: string) => /\/(preview|dry-run) while on/.test(request);

/**
 * Focuses elements of each kind and types on them.
 * @returns the requests that would have changed something, with the element
 */
async function changesByTyping(page: Page): Promise<string[]> {
  return page.evaluate(async (typed) => {
    const focusable =
      "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex]:not([contenteditable])";
    const text = "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])";
    const acting = "[data-board] [data-task], [data-column='0'], [data-request], [data-beside-list]";
    const isInView = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    };
    const changes: string[] = [];
    let at = "";
    const send = window.fetch;
    window.fetch = (input, init) => {
      const method = init?.method ?? (input instanceof Request ? input.method : "GET");
      if (method === "GET") return send(input, init);
      changes.push(`${method} ${input instanceof Request ? input.url : String(input)} while on ${at}`);
      return new Promise(() => {});
    };
    const press = (key: string) => {
      const code = /[a-z]/.test(key) ? `Key${key.toUpperCase()}` : /\d/.test(key) ? `Digit${key}` : "";
      const event = new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    };
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    /** Tests at most two elements of each kind: hundreds of cells are alike. */
    const kinds = new Map<string, number>();
    const address = location.href;
    for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
      const kind = `${element.tagName} ${element.className} ${element.getAttribute("role")} ${element.dataset.column ?? ""}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if ((kinds.get(kind) ?? 0) > 2 || !element.isConnected || element.matches(text)) continue;
      // Off-screen elements with shortcuts are included: the first key only scrolls to them.
      const acts = element.closest(acting) !== null;
      if (acts && isInView(element)) continue;
      for (const key of acts ? ["c"] : typed) {
        element.focus({ preventScroll: true });
        if (document.activeElement !== element) break;
        at = `${kind} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}" by ${key}`;
        press(key);
        if (document.activeElement === element) continue;
        await turn();
        press("Escape");
        await turn();
      }
      await turn();
      if (location.href !== address) break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    window.fetch = send;
    return changes;
  }, typed);
}

const parts = 4;
for (let part = 0; part < parts; part++) {
  test(`typing on focused elements changes nothing: part ${part + 1} of ${parts}`, async ({ signInAs, words }) => {
    test.setTimeout(240_000);
    const person = await signInAs(part === 0 ? "manager@acme.test" : "admin@acme.test");
    const { page } = person;
    const records = await screenRecordsOf(person);
    const { project, task } = records;
    const otherPaths = [
      ...["archived", "tasks?lanes=assignee"].map((view) => `/projects/${project}/${view}`),
      `/projects/${project}/tasks-list?task=${task}`,
      "/leaves/list?tab=team",
      "/leaves/list?tab=types",
    ];
    const screens = [...signedInScreens(records).map(({ path }) => path), ...otherPaths];
    const ofProjects = (path: string) => /project|approvals|my-work|time|leaves/.test(path);
    const rest = screens.filter((path) => !ofProjects(path));
    const paths = part === 0 ? screens.filter(ofProjects) : rest.filter((_, at) => at % (parts - 1) === part - 1);
    for (const path of paths) {
      // Reloads the page: a dialog still loading when Escape was pressed would cover the next screen.
      await page.goto(path);
      await waitUntilReady(page, words);
      const changes = await changesByTyping(page);
      expect
        .soft(
          changes.filter((request) => !isCalculation(request)),
          path,
        )
        .toEqual([]);
    }
  });
}

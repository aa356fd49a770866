/** @jest-environment jsdom */
import { TextEncoder } from "node:util";
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";
import { type HeldCall, holdCalls } from "../../../tests/support/held-calls";
import english from "../../locales/en.json";
import { isLike, readDraft } from "../../platform/drafts/drafts";
import { currentSession } from "../../platform/session";
import { type DraftForm, emptyDraft, toDraftForm } from "./draft";
import type { ArticleForm } from "./useArticleForm";

const saved: NewsDraft = {
  id: 5,
  status: "draft",
  section_id: null,
  language: "en",
  texts: [{ language: "en", title: "Move", summary: "", body: "", picture_alt: "" }],
  pinned: false,
  must_read: false,
  confirm_by: null,
  audience: { everyone: true, departments: [], groups: [], locations: [] },
  files: [],
  publish_at: null,
  withdraw_at: null,
  time_zone: "UTC",
  version: 1,
};
const copyAt = (place: string) =>
  readDraft(place, (value): value is DraftForm => isLike(emptyDraft("en"), value)) as {
    value: DraftForm;
    version: number | null;
  } | null;

let root: Root;
let calls: HeldCall[];
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, TextEncoder }); // missing in jsdom and needed by the router
  localStorage.clear();
  window.history.replaceState(null, "", "/");
  currentSession.set({ user: { id: 1, viewing: null } as never, tenant: null });
  calls = holdCalls();
});
afterEach(() => act(async () => root.unmount()));

/** Renders the form at "/" as a route of its own, so that navigation removes it. */
async function open(draft: NewsDraft | null): Promise<{ now: () => ArticleForm }> {
  const { BrowserRouter, Route, Routes } = await import("react-router-dom");
  const { useArticleForm } = await import("./useArticleForm");
  let now: ArticleForm | undefined;
  const Screen = () => {
    now = useArticleForm(draft, draft ? toDraftForm(draft) : emptyDraft("en"));
    return null;
  };
  const routes = createElement(
    Routes,
    null,
    createElement(Route, { path: "/", element: createElement(Screen) }),
    createElement(Route, { path: "*", element: null }),
  );
  const inIntl = (child: ReactNode) => createElement(IntlProvider, { locale: "en", messages: english as never }, child);
  root = createRoot(document.createElement("div"));
  await act(async () => root.render(inIntl(createElement(BrowserRouter, null, routes))));
  return { now: () => now as ArticleForm };
}
const type = (form: ArticleForm, name: string, value: unknown) => act(async () => form.form.setValue(name, value));
const answer = (at: number, data: NewsDraft) =>
  act(async () => {
    calls[at]?.answer({ message: "Saved", data });
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

test("text typed while a new article is saved remains as a copy of the saved article", async () => {
  const article = await open(null);
  await type(article.now(), "texts.0.title", "Move");
  await act(async () => void article.now().save());
  await type(article.now(), "texts.0.title", "Move to the dock");
  await answer(0, saved);
  expect(window.location.pathname).not.toBe("/");
  expect(copyAt("news:new")).toBeNull();
  expect(copyAt("news:5")).toMatchObject({ version: 1, value: { texts: [{ title: "Move to the dock" }] } });
});

test("text typed while a file of a new article is uploaded is a copy of the saved article", async () => {
  const article = await open(null);
  await type(article.now(), "texts.0.title", "Move");
  await act(async () => void article.now().saveForFiles());
  await answer(0, saved);
  expect([copyAt("news:new"), copyAt("news:5")]).toEqual([null, null]);
  await type(article.now(), "texts.0.title", "Move to the dock");
  expect(copyAt("news:new")).toBeNull();
  expect(copyAt("news:5")).toMatchObject({ version: 1, value: { texts: [{ title: "Move to the dock" }] } });
});

test("planned times of a new article are kept when it is saved as a draft", async () => {
  const article = await open(null);
  await type(article.now(), "texts.0.title", "Move");
  await type(article.now(), "publish_at", "2031-01-05T08:00");
  await act(async () => void article.now().save());
  expect(calls[0]?.body).not.toHaveProperty("publish_at");
  await answer(0, saved);
  expect(copyAt("news:5")).toMatchObject({ version: 1, value: { publish_at: "2031-01-05T08:00" } });
});

test("planned times are kept with the version of the last save, until they are published", async () => {
  const article = await open(saved);
  await type(article.now(), "publish_at", "2031-01-05T08:00");
  await act(async () => void article.now().save());
  await answer(0, { ...saved, version: 2 });
  expect(copyAt("news:5")).toMatchObject({ version: 2, value: { publish_at: "2031-01-05T08:00" } });
  await act(async () => void article.now().publish("2031-01-05T08:00", null));
  await answer(1, { ...saved, version: 3 });
  await answer(2, { ...saved, version: 4, status: "scheduled", publish_at: "2031-01-05T08:00" });
  expect(copyAt("news:5")).toBeNull();
});

test("an article isn't published while the text in a date is unreadable", async () => {
  const { now } = await open(saved);
  const element = document.createElement("form");
  const input = element.appendChild(document.createElement("input"));
  input.setCustomValidity("“soon” is not a date");
  await act(async () => now().form.attach(element));
  await act(() => now().publish(null, null));
  await act(() => now().save());
  expect(calls).toEqual([]);
  input.setCustomValidity("");
  await act(async () => void now().publish(null, null));
  expect(calls).toHaveLength(1);
});

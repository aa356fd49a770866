/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { MemoryRouter, useLocation } from "react-router-dom";
import type { ComingDate } from "../../../shared/work/series/series.contract";
import { openSeriesTask$ } from "./series-dialog";
import { useComingDateActions } from "./useComingDates";

let root: Root;
let address = "";
let actions: ReturnType<typeof useComingDateActions>;

function Screen() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  actions = useComingDateActions();
  return null;
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  openSeriesTask$.set(null);
  root = createRoot(document.createElement("div"));
  const router = createElement(MemoryRouter, { initialEntries: ["/timeline"] }, createElement(Screen));
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: {} }, router)));
});
afterEach(() => act(() => root.unmount()));

const open = (task_id: number | null) =>
  act(async () => actions.openSeries({ series_id: 7, project_id: 2, task_id } as ComingDate));

test("a coming date opens the dialog of its series over the last task", async () => {
  await open(5);
  expect(openSeriesTask$.value).toBe(5);
  expect(address).toBe("/timeline?task=5");
});

test("a coming date of a series without a task opens the dialog over the list of series", async () => {
  await open(null);
  expect(openSeriesTask$.value).toBeNull();
  expect(address).toBe("/projects/2/series?series=7");
});

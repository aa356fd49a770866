/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { MemoryRouter, useLocation } from "react-router-dom";
import type { ComingDate } from "../../../shared/work/series/series.contract";
import { openSeriesTask$ } from "./series-dialog";
import { useComingDateActions } from "./useComingDates";

/** Opens a coming date on the timeline. @returns the address afterward */
async function addressAfterOpening(task_id: number | null): Promise<string> {
  let address = "";
  let actions: ReturnType<typeof useComingDateActions> | undefined;
  const Screen = () => {
    const { pathname, search } = useLocation();
    address = pathname + search;
    actions = useComingDateActions();
    return null;
  };
  const root = createRoot(document.createElement("div"));
  const router = createElement(MemoryRouter, { initialEntries: ["/timeline"] }, createElement(Screen));
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: {} }, router)));
  await act(async () => actions?.openSeries({ series_id: 7, project_id: 2, task_id } as ComingDate));
  act(() => root.unmount());
  return address;
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  openSeriesTask$.set(null);
});

test("a coming date opens the dialog of its series over the last task", async () => {
  expect(await addressAfterOpening(5)).toBe("/timeline?task=5");
  expect(openSeriesTask$.value).toBe(5);
});

test("a coming date of a series without a task opens the dialog over the list of series", async () => {
  expect(await addressAfterOpening(null)).toBe("/projects/2/series?series=7");
  expect(openSeriesTask$.value).toBeNull();
});

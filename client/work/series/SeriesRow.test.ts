/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import shared from "../../../shared/locales/en.json";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { readTaskSeries } from "../../../shared/work/series/series.contract";
import english from "../../locales/en.json";
import { queryClient, queryKeyOf } from "../../platform/query";
import { initialSettings } from "./series.form";
import { SeriesRow } from "./SeriesRow";

jest.mock("../../platform/api", () => ({
  ...jest.requireActual("../../platform/api"),
  call: () => new Promise(() => undefined),
}));

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

test("the series of a task in an archived project waits", async () => {
  const settings = initialSettings("2026-01-13");
  const dates = { next_day: "2126-01-20", next_date: "2126-01-20", missed_count: 0, refusal: null };
  const series = { ...settings, ...dates, id: 7, state: "active", version: 1 };
  const task = { id: 5, project_id: 2, series_id: 7, archived: false, can: { create: false } };
  const found = { series, can: { edit: false } };
  queryClient.setQueryData(queryKeyOf(readTaskSeries, { id: 5 }, {}), { data: found });
  queryClient.setQueryData(queryKeyOf(readProject, { id: 2 }, {}), { data: { id: 2, archived: true } });
  const row = createElement(SeriesRow, { task: task as never, isComplete: true });
  const themed = createElement(MantineProvider, { env: "test" }, row);
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  const messages = { ...shared, ...english } as never;
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages }, cached)));
  expect(place.textContent).toContain(english["series.projectArchived"]);
  expect(place.textContent).not.toContain(english["series.next"]);
});

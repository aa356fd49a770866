/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import shared from "../../../shared/locales/de.json";
import german from "../../locales/de.json";
import { call } from "../../platform/api";
import { queryClient } from "../../platform/query";
import { ScheduleTemplatesPage } from "./schedule-templates.pages";

const seeded = { id: 3, name: "Four days", minutes: [0, 480, 480, 480, 480, 0, 0], other: null, version: 2 };

jest.mock("../../platform/api", () => ({ ...jest.requireActual("../../platform/api"), call: jest.fn() }));
jest.mock("../../platform/session", () => ({
  ...jest.requireActual("../../platform/session"),
  useCan: () => () => true,
}));
jest.mock("../organization/useDirectoryStream", () => ({ useDirectoryStream: () => undefined }));
jest.mock("../../ui/records/useRecordList", () => ({ useRecordList: () => ({ open: { close() {} } }) }));
jest.mock("../../ui/records/RecordPage", () => ({
  RecordPage: ({ form }: { form: (record: object) => unknown }) => form(seeded),
}));

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) });
  jest.mocked(call).mockReset();
  jest.mocked(call).mockResolvedValue({ message: "" } as never);
  root = createRoot(place);
  const router = createMemoryRouter([{ path: "/", element: createElement(ScheduleTemplatesPage) }]);
  const screen = createElement(MantineProvider, { env: "test" }, createElement(RouterProvider, { router }));
  const cached = createElement(QueryClientProvider, { client: queryClient }, screen);
  const texts = { locale: "de", messages: { ...shared, ...german } as never };
  await act(async () => root.render(createElement(IntlProvider, texts, cached)));
});
afterEach(() => act(() => root.unmount()));

const input = (name: string) => place.querySelector(`input[name=${name}]`) as HTMLInputElement;
const type = (field: HTMLInputElement, typed: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
const submit = () => act(async () => place.querySelector("form")?.requestSubmit());
const sentBody = () => jest.mocked(call).mock.calls.at(-1)?.[1]?.body;

test("a seeded template edited in another language keeps its stored name", async () => {
  expect(input("name").value).toBe(german["schedule.template.four_days"]);
  await type(place.querySelectorAll<HTMLInputElement>("input[inputmode=decimal]")[1] as HTMLInputElement, "7");
  await submit();
  expect(sentBody()).toMatchObject({ name: "Four days", minutes: [0, 420, 480, 480, 480, 0, 0], version: 2 });
});

test("a new name of a seeded template is stored as typed", async () => {
  await type(input("name"), "Ohne Freitag");
  await submit();
  expect(sentBody()).toMatchObject({ name: "Ohne Freitag" });
});

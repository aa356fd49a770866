/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import clientTexts from "../../../locales/en.json";
import sharedTexts from "../../../../shared/locales/en.json";
import { DayChooser } from "./DayChooser";

const mockProject = { start_date: "2026-11-30", end_date: "2026-12-11", can: { edit: false } };
jest.mock("../../../platform/query", () => ({ useEndpoint: () => ({ data: { data: mockProject } }) }));
jest.mock("@mantine/dates", () => ({ DatePicker: () => null }));
jest.mock("../../../ui/fields/useCalendarProps", () => ({ useCalendarProps: () => ({}) }));
jest.mock("../../../ui/fields/useDayNotation", () => ({
  useDayNotation: () => ({ week: { first: 1, weekend: [0, 6] } }),
}));
jest.mock("../../../platform/today", () => ({ useToday: () => "2026-12-11" }));

const onChange = jest.fn();
let box: HTMLElement;
let root: Root;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
});
beforeEach(() => {
  onChange.mockClear();
  box = document.createElement("div");
  root = createRoot(box);
});
afterEach(() => act(() => root.unmount()));

function open(edit: boolean) {
  mockProject.can.edit = edit;
  const chooser = createElement(DayChooser, { value: null, projectId: 9, onChange });
  const messages = { ...clientTexts, ...sharedTexts };
  const themed = createElement(MantineProvider, null, chooser);
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages }, themed)));
}

const press = (label: string) =>
  act(() => [...box.querySelectorAll("button")].find(({ textContent }) => textContent === label)?.click());

test("a day outside the project isn't taken, and its dates are shown", () => {
  open(false);
  press("Tomorrow");
  expect(onChange).not.toHaveBeenCalled();
  const refusal = box.querySelector("[role=alert]");
  expect(refusal?.textContent).toContain("The project runs from 30 Nov 2026 to 11 Dec 2026.");
  expect(refusal?.querySelector("button")).toBeNull();
});

test("users who may edit the project extend it to the day", () => {
  open(true);
  press("Tomorrow");
  expect(onChange).not.toHaveBeenCalled();
  press("Extend project to 12 Dec 2026");
  expect(onChange).toHaveBeenCalledWith("2026-12-12", true);
});

test("a day inside the project is taken at once", () => {
  open(true);
  press("Today");
  expect(onChange).toHaveBeenCalledWith("2026-12-11", false);
});

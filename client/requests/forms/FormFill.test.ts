/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import shared from "../../../shared/locales/en.json";
import english from "../../locales/en.json";
import { queryClient } from "../../platform/query";
import { FormFill } from "./FormFill";

const mockAnswers = { f1: "c2", f2: "" };
jest.mock("../../approvals/documents/useRequestForm", () => ({
  useRequestForm: () => ({
    draft: {},
    form: { values: mockAnswers, errorAt: () => undefined, setValue: () => undefined },
  }),
}));
jest.mock("../../approvals/documents/RequestForm", () => ({
  RequestForm: ({ children }: { children: ReactNode }) => children,
}));
jest.mock("../../platform/api", () => ({
  ...jest.requireActual("../../platform/api"),
  call: () => new Promise(() => undefined),
}));

let root: Root;
const container = document.body.appendChild(document.createElement("div"));
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(container);
});
afterEach(() => act(() => root.unmount()));

async function show(screen: ReactNode): Promise<void> {
  const themed = createElement(MantineProvider, { env: "test" }, screen);
  const cached = createElement(QueryClientProvider, { client: queryClient }, themed);
  await act(async () =>
    root.render(createElement(IntlProvider, { locale: "en", messages: { ...shared, ...english } }, cached)),
  );
}

test("a field that depends on a removed choice is shown as it is checked", async () => {
  const common = {
    help: "",
    required: false,
    half: false,
    in_inbox: false,
    default: null,
    columns: [],
    translations: {},
  };
  const fields = [
    {
      ...common,
      id: "f1",
      kind: "choice",
      label: "Vehicle",
      shown_if: [],
      choices: [{ id: "c1", label: "Van", translations: {} }],
    },
    {
      ...common,
      id: "f2",
      kind: "text",
      label: "Reason for none",
      required: true,
      choices: [],
      shown_if: [{ field: "f1", op: "empty", value: "" }],
    },
  ];
  const definition = { title: "Trip", description: "", translations: {}, fields };
  await show(createElement(FormFill, { form: { id: 1, version: 2, definition: definition as never }, request: null }));
  expect([...container.querySelectorAll("[data-field]")].map((each) => each.getAttribute("data-field"))).toEqual([
    "f1",
    "f2",
  ]);
});

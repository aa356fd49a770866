/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { createProjectSchema } from "../../../shared/work/projects/projects.schema";
import { holdCalls } from "../../../tests/support/held-calls";
import english from "../../locales/en.json";
import shared from "../../../shared/locales/en.json";
import { queryClient } from "../../platform/query";
import { useForm } from "../../ui/form/form";
import { emptyProject } from "./project-form";
import { ProjectFields } from "./ProjectFields";

jest.mock("../../ui/fields/DateField", () => ({ DateField: () => null }));
jest.mock("../../ui/text-editor/TextEditor", () => ({ TextEditor: () => null }));
jest.mock("../../ui/fields/AmountField", () => ({ AmountField: () => null }));
jest.mock("../../platform/session", () => ({ useHomeCurrency: () => "USD" }));

test("the title of a project has the focus when its form opens", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  holdCalls();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const Fields = () => {
    const form = useForm(createProjectSchema, { initialValues: emptyProject(1), onSubmit: async () => undefined });
    return createElement(ProjectFields, { form: form as never, withMembers: false });
  };
  const styled = createElement(MantineProvider, { env: "test" }, createElement(Fields));
  const texts = createElement(IntlProvider, { locale: "en", messages: { ...shared, ...english } as never }, styled);
  await act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, texts)));
  expect(document.activeElement?.getAttribute("name")).toBe("title");
  act(() => root.unmount());
});

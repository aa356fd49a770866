/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { listVisiblePeople } from "../../../../shared/kernel/visible-users.contract";
import { holdCalls } from "../../../../tests/support/held-calls";
import texts from "../../../locales/en.json";
import { queryClient, readQueryOptions } from "../../../platform/query";
import { TitleField } from "./TitleField";

const person = (id: number, fullname: string, position: string) => ({
  id,
  fullname,
  position,
  email: "",
  active: true,
});
const people = [person(2, "Kim Lee", "Driver"), person(3, "Kim Lee", "Accountant"), person(4, "Kim Park", "Driver")];

test.each([
  ["Kim Lee, Accountant", "Call @Kim Lee, Accountant "],
  ["Kim Park", "Call @Kim Park "],
])("choosing %s inserts as much of the description as identifies the person", async (label, expected) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  holdCalls();
  queryClient.setQueryData(readQueryOptions(listVisiblePeople).queryKey, { data: people } as never);
  const titles: string[] = [];
  const field = createElement(TitleField, {
    value: "Call @kim",
    error: undefined,
    people,
    tags: [],
    fields: [],
    onChange: (title) => void titles.push(title),
  });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const screen = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(MantineProvider, null, field),
  );
  await act(async () => root.render(createElement(IntlProvider, { locale: "en", messages: texts }, screen)));
  const option = () =>
    [...document.querySelectorAll("[role=option]")].find(({ textContent }) => textContent?.endsWith(label));
  for (let turn = 0; turn < 50 && !option(); turn++) await act(() => new Promise((resolve) => setTimeout(resolve)));
  act(() => (option() as HTMLElement).click());
  expect(titles).toEqual([expected]);
  await act(async () => root.unmount());
  queryClient.clear();
});

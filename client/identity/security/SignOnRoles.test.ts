/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import texts from "../../locales/en.json";
import { SignOnRoles, toRoleRow } from "./SignOnRoles";

test("mapped values move up and down within the list", () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let values: string[] = [];
  function Mapping() {
    const [rows, setRows] = useState(() => ["admin", "lead", "staff"].map((value) => toRoleRow({ value, role_id: 1 })));
    values = rows.map(({ value }) => value);
    return createElement(SignOnRoles, { roles: [{ value: "1", label: "Employee" }], value: rows, onChange: setRows });
  }
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const content = createElement(MantineProvider, null, createElement(Mapping));
  act(() => root.render(createElement(IntlProvider, { locale: "en", messages: texts }, content)));
  const button = (name: string) => box.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);
  act(() => button("Move value 3 up")?.click());
  expect(values).toEqual(["admin", "staff", "lead"]);
  act(() => button("Move value 1 down")?.click());
  expect(values).toEqual(["staff", "admin", "lead"]);
  expect([button("Move value 1 up")?.disabled, button("Move value 3 down")?.disabled]).toEqual([true, true]);
  act(() => root.unmount());
});

/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter, type NavigateFunction, useNavigate } from "react-router-dom";
import { useNewRequestKey } from "./RequestPage";

test("a new request keeps its form while a task is opened over it", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let formKey = "";
  let navigate: NavigateFunction | undefined;
  const Page = () => {
    formKey = useNewRequestKey();
    navigate = useNavigate();
    return null;
  };
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(MemoryRouter, null, createElement(Page))));
  const keyAfter = async (address: string) => {
    await act(async () => navigate?.(address));
    return formKey;
  };
  const key = await keyAfter("/expenses/create");
  expect(await keyAfter("/expenses/create?task=12")).toBe(key);
  expect(await keyAfter("/expenses/create")).toBe(key);
  expect(await keyAfter("/expenses/create")).not.toBe(key);
  act(() => root.unmount());
});

/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";

const set = (name: string, value: string | null) => (now: URLSearchParams) => {
  if (value === null) now.delete(name);
  else now.set(name, value);
  return now;
};

test("two changes before the next render are both kept", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const { BrowserRouter } = await import("react-router-dom");
  const { useAddress } = await import("./useAddress");
  let change: ReturnType<typeof useAddress>[1] = () => {};
  let drawn = new URLSearchParams();
  const Screen = () => {
    [drawn, change] = useAddress();
    return null;
  };
  window.history.replaceState(null, "", "/list?family=leave");
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(BrowserRouter, null, createElement(Screen))));
  expect(drawn.toString()).toBe("family=leave");
  await act(async () => {
    change(set("family", null), { replace: true });
    change(set("open", "7"), { replace: true });
  });
  expect(drawn.toString()).toBe("open=7");
  await act(async () => change({ tab: "sent" }));
  expect(drawn.toString()).toBe("tab=sent");
  await act(async () => root.unmount());
});

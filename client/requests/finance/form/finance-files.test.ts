/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router-dom";
import { type HeldCall, holdCalls } from "../../../../tests/support/held-calls";
import english from "../../../locales/en.json";
import { queryClient } from "../../../platform/query";
import { DraftFiles } from "../../../approvals/documents/DraftFiles";
import { useFinanceForm } from "./useFinanceForm";

const uploaded: string[] = [];
jest.mock("../../../platform/upload", () => ({
  upload: async (_: unknown, { body }: { body: FormData }) => void uploaded.push((body.get("file") as File).name),
}));

const place = document.body.appendChild(document.createElement("div"));
let root: Root;
let calls: HeldCall[];
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  uploaded.splice(0);
  calls = holdCalls();
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const files = [new File(["1"], "offer.pdf", { type: "application/pdf" })];

describe("an unsaved request", () => {
  const show = async (id: number | null, onChosen = (_: readonly File[]) => {}) => {
    const fields = createElement(DraftFiles, { id, discussion: undefined, chosen: files, onChosen, onKeep: () => {} });
    const texts = createElement(IntlProvider, { locale: "en", messages: english as Record<string, string> }, fields);
    const styled = createElement(MantineProvider, null, texts);
    await act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, styled)));
  };

  test("lists chosen files, which can be removed", async () => {
    const chosen: (readonly File[])[] = [];
    await show(null, (now) => chosen.push(now));
    expect(place.querySelector("li")?.textContent).toContain("offer.pdf");
    act(() => place.querySelector<HTMLButtonElement>("li button")?.click());
    expect([chosen, uploaded]).toEqual([[[]], []]);
  });

  test("uploads its files when it is saved, even before its discussion is loaded", async () => {
    await show(null);
    await show(7);
    await settle();
    expect(uploaded).toEqual(["offer.pdf"]);
  });
});

describe("sending an unsaved request", () => {
  let current: ReturnType<typeof useFinanceForm>;
  const Form = () => {
    current = useFinanceForm(null, { currency: "USD", currencies: [] } as never);
    return null;
  };
  const typed = { type: "cash_advance", details: "Trip", items: [{ details: "Taxi", price: "5", quantity: 1 }] };
  const send = async (chosen: readonly File[]) => {
    const form = createElement(MemoryRouter, null, createElement(Form));
    const texts = createElement(IntlProvider, { locale: "en", messages: english as Record<string, string> }, form);
    act(() => root.render(texts));
    await act(async () => {
      current.setChosenFiles(chosen);
      for (const [name, value] of Object.entries(typed)) current.document.form.setValue(name, value);
    });
    await act(async () => current.document.submit(false));
    await settle();
  };
  const sent = () =>
    calls
      .filter(({ method }) => method !== "GET")
      .map(({ method, body }) => [method, (body as { draft?: boolean }).draft]);

  test("with files saves a draft first, since files need a saved request", async () => {
    await send(files);
    expect(sent()).toEqual([["POST", true]]);
    calls.find(({ method }) => method === "POST")?.answer({ data: { id: 7, version: 1 } });
    await settle();
    expect(window.location.pathname).toBe("/invoices/edit/7");
    expect(sent()).toEqual([
      ["POST", true],
      ["PUT", false],
    ]);
  });

  test("without files makes one call", async () => {
    await send([]);
    expect(sent()).toEqual([["POST", false]]);
  });
});

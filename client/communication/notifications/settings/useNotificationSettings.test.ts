/** @jest-environment jsdom */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import {
  type NotificationSettings,
  readNotificationSettings,
} from "../../../../shared/communication/notifications/settings.contract";
import { type HeldCall, holdCalls } from "../../../../tests/support/held-calls";
import english from "../../../locales/en.json";
import { clearPendingChanges } from "../../../platform/pending/pending-queue";
import { queryClient, readQueryOptions, useEndpoint } from "../../../platform/query";
import { useSettingsChanges } from "./useNotificationSettings";

const digest = { time: "08:30", weekday: 0, next_day: null, waiting: 0 };
const confirmed = {
  topics: [],
  digest,
  quiet: { on: false, from: "20:00", to: "07:00", days: [], mentions: true },
} as unknown as NotificationSettings;
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

let calls: HeldCall[] = [];
let now: ReturnType<typeof useSettingsChanges>;
let root: Root;

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  clearPendingChanges();
  calls = holdCalls();
  const { queryKey } = readQueryOptions(readNotificationSettings);
  queryClient.setQueryData(queryKey, { data: confirmed });
  const Held = () => {
    const { data } = useEndpoint(readNotificationSettings, {}, { staleTime: Infinity });
    now = useSettingsChanges(data?.data ?? confirmed);
    return null;
  };
  const messages = english as Record<string, string>;
  const screen = createElement(IntlProvider, { locale: "en", messages }, createElement(Held));
  root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, screen)));
});

afterEach(() => act(() => root.unmount()));

test("changes are shown at once and sent one after the other", async () => {
  act(() => now.change({ digest_time: "09:00" }));
  act(() => now.change({ digest_weekday: 3 }));
  expect(now.settings.digest).toMatchObject({ time: "09:00", weekday: 3 });
  expect(calls).toHaveLength(1);
  calls[0]?.answer({ data: { ...confirmed, digest: { ...digest, time: "09:00" } } });
  await settle();
  expect(now.settings.digest).toMatchObject({ time: "09:00", weekday: 3 });
  expect(calls[1]?.body).toEqual({ digest_weekday: 3 });
});

test("a refused change is taken back without the later one", async () => {
  act(() => now.change({ digest_time: "09:00" }));
  act(() => now.change({ digest_weekday: 3 }));
  calls[0]?.answer({ code: "forbidden", message: "No" }, 403);
  await settle();
  expect(now.settings.digest).toMatchObject({ time: "08:30", weekday: 3 });
});

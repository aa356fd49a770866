import "./app/theme/tokens.css";
import "./app/theme/fonts";
import "@mantine/core/styles.layer.css";
import "./app/theme/mantine.css";
import "./app/theme/base.css";
import "./app/theme/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { createRouter } from "./app/router";
import { loadLiveUpdates, registerFeatures } from "./platform/feature/feature";
import { initialLanguage, showLanguage, untilLoaded } from "./platform/intl/language";
import { startClock } from "./platform/now";
import { startPrinting } from "./platform/printing";
import { startSession } from "./identity/session/session";
import { startGuardingComposition } from "./ui/keys/composing";
import { startKeepingFocus } from "./ui/keys/keep-focus";
import { startGuardingPickers } from "./ui/keys/pickers";
import { startTitlingCutTexts } from "./ui/signs/cut-text-titles";
import { startSubmitShortcut } from "./ui/form/submit-shortcut";
import { startTrackingBlur } from "./ui/fields/blur-tracking";
import { startUnsavedGuard } from "./ui/form/unsaved-guard";
import { startWatchingEscape } from "./ui/keys/overlays";

async function start(): Promise<void> {
  startClock();
  startGuardingComposition(); // registered first, because later listeners must not see the events that it stops
  startGuardingPickers();
  startPrinting();
  startWatchingEscape();
  startTrackingBlur();
  startUnsavedGuard();
  startKeepingFocus();
  startSubmitShortcut();
  startTitlingCutTexts();
  // The session's first calls run while the texts and the manifests of the features load.
  startSession(async () => loadLiveUpdates((await import("./app/pages")).features));
  const [{ features, pages }] = await Promise.all([
    untilLoaded(() => import("./app/pages")),
    untilLoaded(() => showLanguage(initialLanguage(import.meta.env.DEV))),
  ]);
  registerFeatures(features);
  const router = createRouter(pages);
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}

// The operator's page belongs to no tenant, so neither the session nor the features start.
if (/^\/operator(\/|$)/.test(window.location.pathname))
  void untilLoaded(() => import("./app/OperatorApp")).then(({ startOperator }) => startOperator());
else void start();

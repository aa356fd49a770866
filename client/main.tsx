import "./app/theme/tokens.css";
import "./app/theme/fonts";
import "@mantine/core/styles.layer.css";
import "./app/theme/mantine.css";
import "./app/theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { showFirstLanguage, startLanguage } from "./platform/intl/language";
import { startClock } from "./platform/now";
import { startSession } from "./platform/session";
import { startKeepingFocus } from "./ui/keys/keep-focus";
import { startWatchingLeaving } from "./ui/form/leaving";
import { startWatchingEscape } from "./ui/keys/on-top";

async function start(): Promise<void> {
  startClock();
  startWatchingEscape();
  startWatchingLeaving();
  startKeepingFocus();
  startSession(async () => (await import("./requests/live-answers")).liveAnswers()); // its first calls run while the texts load
  await showFirstLanguage(startLanguage(import.meta.env.DEV));
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();

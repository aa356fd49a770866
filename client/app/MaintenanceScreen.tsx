import { useLayoutEffect, useRef } from "react";
import { type Notice, noticeTextIn } from "../../shared/kernel/notices";
import { activeLanguage$ } from "../platform/intl/language";
import { useText } from "../platform/intl/useText";
import { useZonedMoment } from "../platform/intl/useZonedMoment";
import { useNow } from "../platform/now";
import { notices$ } from "../platform/notices";
import { useMaybeUser } from "../platform/session";
import { useStore } from "../platform/store";
import { BrandMark } from "../ui/signs/BrandMark";
import page from "../ui/StandalonePage.module.css";
import classes from "./Notices.module.css";

/** Covers the page of a signed-in user during maintenance. The page stays mounted, so that typed text is kept. */
export function MaintenanceScreen() {
  const { maintenance } = useStore(notices$);
  return useMaybeUser() && maintenance ? <Cover maintenance={maintenance} /> : null;
}

let covered = false;
/**
 * Prevents keys from closing the cover or reaching the page below it. Registered when the module loads, to run before the page's listeners.
 */
if (typeof window !== "undefined") {
  const hold = (event: KeyboardEvent) => {
    if (!covered) return;
    event.stopImmediatePropagation();
    if (event.key === "Escape") event.preventDefault();
  };
  window.addEventListener("keydown", hold, { capture: true });
}

function Cover({ maintenance: { until, texts } }: { maintenance: Notice }) {
  const text = useText();
  const zoned = useZonedMoment();
  const { language } = useStore(activeLanguage$);
  const late = useNow() > new Date(until);
  const cover = useRef<HTMLDialogElement>(null);
  // A modal dialog covers the page's own dialogs, makes them inert and restores the focus when it closes.
  useLayoutEffect(() => {
    const dialog = cover.current;
    dialog?.showModal();
    covered = true;
    return () => {
      covered = false;
      dialog?.close();
    };
  }, []);
  const noticeText = noticeTextIn(texts, language);
  return (
    <dialog
      ref={cover}
      className={classes.cover}
      aria-labelledby="maintenance-title"
      aria-describedby="maintenance-end"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={page.page}>
        <header>
          <BrandMark />
          <span>{text("app.name")}</span>
        </header>
        <div className={page.inShell}>
          <div className={page.box}>
            <h1 id="maintenance-title">{text("errorPage.maintenance")}</h1>
            {noticeText && (
              <p className={page.lead}>
                <bdi>{noticeText}</bdi>
              </p>
            )}
            <p className={page.lead} id="maintenance-end" role="status">
              {late ? text("maintenance.longer") : text("maintenance.expected", { time: zoned(until) })}
            </p>
            <p className={page.lead}>{text("maintenance.kept")}</p>
          </div>
        </div>
      </div>
    </dialog>
  );
}

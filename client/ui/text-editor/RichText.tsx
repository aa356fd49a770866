import { type MouseEvent, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { useCurrentUser } from "../../platform/session";
import { useStore } from "../../platform/store";
import { shownHtml } from "./shown-html";
import { linkTaskKeys, projectCodes$ } from "./task-keys";
import classes from "./RichText.module.css";

/** Rich text from the server, which has already sanitized it; no other HTML may be rendered here. */
export function RichText({ html }: { html: string }) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const codes = useStore(projectCodes$);
  const markup = useMemo(
    () => ({ __html: linkTaskKeys(shownHtml(markOwnMentions(html, me.id)), codes) }),
    [html, me.id, codes],
  );
  /** Opens a linked task without loading the page again. */
  const openTask = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a[data-task-key]");
    const { metaKey, ctrlKey, shiftKey, altKey } = event;
    if (!link || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(link.getAttribute("href") ?? "");
  };
  // The links within it are reached by keyboard; the handler only receives their clicks.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  return <div className={classes.text} dangerouslySetInnerHTML={markup} onClick={openTask} />;
}

function markOwnMentions(html: string, me: number): string {
  return html.replaceAll(`<span data-mention="${me}">`, `<span data-mention="${me}" data-me>`);
}

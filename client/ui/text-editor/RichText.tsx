import { useMemo } from "react";
import { useCurrentUser } from "../../platform/session";
import { shownHtml } from "./shown-html";
import classes from "./RichText.module.css";

/** Rich text from the server, which has already sanitized it; no other HTML may be rendered here. */
export function RichText({ html }: { html: string }) {
  const me = useCurrentUser();
  const shown = useMemo(() => ({ __html: shownHtml(markOwnMentions(html, me.id)) }), [html, me.id]);
  return <div className={classes.text} dangerouslySetInnerHTML={shown} />;
}

function markOwnMentions(html: string, me: number): string {
  return html.replaceAll(`<span data-mention="${me}">`, `<span data-mention="${me}" data-me>`);
}
